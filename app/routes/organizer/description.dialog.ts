import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './description';

export const dialog = defineDialog<typeof loader>({
  match: '/event/description',
  load: async () =>
    (await import('~/components/organizer/settings/description-dialog')).DescriptionDialog,
});
