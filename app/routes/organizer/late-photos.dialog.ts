import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './late-photos';

export const dialog = defineDialog<typeof loader>({
  match: '/event/late-photos',
  load: async () =>
    (await import('~/components/organizer/settings/late-photos-dialog')).LatePhotosDialog,
});
