import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './thanks';

export const dialog = defineDialog<typeof loader>({
  match: '/event/thanks',
  load: async () => (await import('~/components/organizer/settings/thanks-dialog')).ThanksDialog,
});
