import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './participant-remove';

export const dialog = defineDialog<typeof loader>({
  match: '/participants/:userId/remove',
  role: 'alertdialog',
  load: async () =>
    (await import('~/components/organizer/people/participant-remove-dialog'))
      .ParticipantRemoveDialog,
});
