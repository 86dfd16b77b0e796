import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './star-move';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/:photoId/star/move',
  load: async () => (await import('~/components/event/stars/star-move-dialog')).StarMoveDialog,
});
