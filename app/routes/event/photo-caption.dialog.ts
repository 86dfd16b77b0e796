import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './photo-caption';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/:photoId/caption',
  load: async () => (await import('~/components/event/viewer/caption-dialog')).CaptionDialog,
});
