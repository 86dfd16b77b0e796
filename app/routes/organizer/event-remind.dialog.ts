import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-remind';

export const dialog = defineDialog<typeof loader>({
  match: '/event/remind',
  load: async () => (await import('~/components/organizer/people/remind-dialog')).RemindDialog,
});
