import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-standings';

export const dialog = defineDialog<typeof loader>({
  match: '/event/standings',
  load: async () =>
    (await import('~/components/organizer/settings/standings-dialog')).StandingsDialog,
});
