import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './planned-message';

export const dialog = defineDialog<typeof loader>({
  match: '/messages/planned/:messageId',
  load: async () => (await import('~/components/account/planned-dialog')).PlannedDialog,
});
