import { defineDialog } from '~/components/dialogs/define-dialog';
import { UserDeleteDialog } from '~/components/admin/user-delete-dialog';
import type { loader } from './user-delete';

export const dialog = defineDialog<typeof loader>({
  match: '/admin/users/:userId/delete',
  role: 'alertdialog',
  Content: UserDeleteDialog,
});
