import { defineDialog } from '~/components/dialogs/define-dialog';
import { AdminEventOrganizer } from '~/components/admin/admin-event-organizer';
import type { loader } from './event-organizer';

export const dialog = defineDialog<typeof loader>({
  match: '/admin/events/:eventId/organizer',
  Content: AdminEventOrganizer,
});
