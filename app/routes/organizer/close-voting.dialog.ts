import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './close-voting';

export const dialog = defineDialog<typeof loader>({
  match: '/event/close-voting',
  load: async () =>
    (await import('~/components/organizer/dashboard/close-voting-dialog')).CloseVotingDialog,
});
