import { defineDialog } from '~/components/dialogs/define-dialog';
import { previewViewer } from '~/components/event/feed/known-photos';
import type { loader } from './photo';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/:photoId',
  fullscreen: true,
  isLive: true,
  preview: (to, t) => previewViewer(to, (name) => t('event:photo.alt', { name })),
  load: async () => (await import('~/components/event/viewer/photo-viewer')).PhotoViewer,
});
