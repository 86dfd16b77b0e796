import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './keys';

export const dialog = defineDialog<typeof loader>({
  match: '/event/keys',
  load: async () => (await import('~/components/organizer/keys/keys-help')).KeysHelp,
});
