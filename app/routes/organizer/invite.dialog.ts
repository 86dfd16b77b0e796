import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './invite';

export const dialog = defineDialog<typeof loader>({
  match: '/event/invite',
  load: async () => (await import('~/components/organizer/invitation/invite-dialog')).InviteDialog,
});
