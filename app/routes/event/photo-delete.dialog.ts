import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './photo-delete';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/:photoId/delete',
  role: 'alertdialog',
  load: async () =>
    (await import('~/components/event/viewer/photo-delete-dialog')).PhotoDeleteDialog,
});
