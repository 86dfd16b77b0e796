import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './photos-new';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/new',
  load: async () => (await import('~/components/event/add-photos-dialog')).AddPhotosDialog,
});
