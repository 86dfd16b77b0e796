import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-door';

export const dialog = defineDialog<typeof loader>({
  match: '/event/door',
  load: async () =>
    (await import('~/components/organizer/settings/event-door-dialog')).EventDoorDialog,
});
