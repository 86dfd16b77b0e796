import { defineDialog } from '~/components/dialogs/define-dialog';
import { PhotoViewer } from '~/components/event/photo-viewer';
import type { loader } from './photo';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/:photoId',
  fullscreen: true,
  isLive: true,
  Content: PhotoViewer,
});
