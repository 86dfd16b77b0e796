import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './account-delete';

export const dialog = defineDialog<typeof loader>({
  match: '/settings/delete',
  role: 'alertdialog',
  load: async () =>
    (await import('~/components/account/account-delete-dialog')).AccountDeleteDialog,
});
