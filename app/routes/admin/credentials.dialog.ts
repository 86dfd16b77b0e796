import { defineDialog } from '~/components/dialogs/define-dialog';
import { CredentialsDialog } from '~/components/admin/credentials-dialog';
import type { loader } from './credentials';

export const dialog = defineDialog<typeof loader>({
  match: '/admin/credentials',
  Content: CredentialsDialog,
});
