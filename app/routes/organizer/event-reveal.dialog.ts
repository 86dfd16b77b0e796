import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-reveal';

export const dialog = defineDialog<typeof loader>({
  match: '/event/reveal',
  load: async () => (await import('~/components/organizer/settings/reveal-dialog')).RevealDialog,
});
