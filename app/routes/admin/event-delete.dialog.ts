import { defineDialog } from '~/components/dialogs/define-dialog';
import { AdminEventDelete } from '~/components/admin/admin-event-delete';
import type { loader } from './event-delete';

export const dialog = defineDialog<typeof loader>({
  match: '/admin/events/:eventId/delete',
  role: 'alertdialog',
  Content: AdminEventDelete,
});
