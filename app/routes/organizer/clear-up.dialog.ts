import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './clear-up';

export const dialog = defineDialog<typeof loader>({
  match: '/participants/clear-up',
  role: 'alertdialog',
  load: async () => (await import('~/components/organizer/people/clear-up-dialog')).ClearUpDialog,
});
