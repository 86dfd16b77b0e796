import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './flag-delete';

export const dialog = defineDialog<typeof loader>({
  match: '/flags/:reportId/delete',
  role: 'alertdialog',
  load: async () =>
    (await import('~/components/organizer/reports/report-delete-dialog')).ReportDeleteDialog,
});
