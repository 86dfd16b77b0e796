import { defineDialog } from '~/components/dialogs/define-dialog';
import { AdminEventEnd } from '~/components/admin/admin-event-end';
import type { loader } from './event-end';

export const dialog = defineDialog<typeof loader>({
  match: '/admin/events/:eventId/end',
  role: 'alertdialog',
  Content: AdminEventEnd,
});
