import { defineDialog } from '~/components/dialogs/define-dialog';
import type { loader } from './photo-report';

export const dialog = defineDialog<typeof loader>({
  match: '/photos/:photoId/report',
  load: async () =>
    (await import('~/components/event/viewer/photo-report-dialog')).PhotoReportDialog,
});
