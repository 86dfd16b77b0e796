import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './login';

export const dialog = defineDialog<typeof loader>({
  match: '/login',
  load: async () => (await import('~/components/auth/login-dialog')).LoginDialog,
});
