import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-duel';

export const dialog = defineDialog<typeof loader>({
  match: '/event/duel',
  load: async () => (await import('~/components/organizer/duel/duel-dialog')).DuelDialog,
});
