import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-delete';

export const dialog = defineDialog<typeof loader>({
  match: '/event/delete',
  role: 'alertdialog',
  load: async () =>
    (await import('~/components/organizer/settings/event-delete-dialog')).EventDeleteDialog,
});
