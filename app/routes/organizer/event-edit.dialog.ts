import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-edit';

export const dialog = defineDialog<typeof loader>({
  match: '/event/edit',
  load: async () =>
    (await import('~/components/organizer/settings/event-edit-dialog')).EventEditDialog,
});
