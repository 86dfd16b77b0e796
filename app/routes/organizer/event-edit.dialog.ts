import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-edit';

export const dialog = defineDialog<typeof loader>({
  match: '/event/edit',
  load: async () => (await import('~/components/dashboard/event-edit-dialog')).EventEditDialog,
});
