import { defineDialog } from '~/components/dialogs/define-dialog';
import { previewSlots } from '~/components/event/slots/known-slots';
import type { loader } from './photos-new';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/new',
  fullscreen: true,
  preview: previewSlots,
  load: async () => (await import('~/components/event/slots/add-photos-dialog')).AddPhotosDialog,
});
