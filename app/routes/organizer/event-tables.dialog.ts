import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './event-tables';

export const dialog = defineDialog<typeof loader>({
  match: '/event/tables',
  load: async () => (await import('~/components/tables/tables-dialog')).TablesDialog,
});
