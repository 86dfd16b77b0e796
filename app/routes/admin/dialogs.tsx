import { AdminEventDelete, type AdminEventDeleteView } from '~/components/admin/admin-event-delete';
import type { DialogEntry } from '~/components/dialogs/dialog-host';
import { EVENT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';

/** The administrator's addresses that open as dialogs over the tables. */
export const ADMIN_DIALOGS: readonly DialogEntry[] = [
  {
    match: /^\/admin\/events\/\d+\/delete$/,
    titleId: EVENT_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => (
      <AdminEventDelete view={(data as { view: AdminEventDeleteView }).view} />
    ),
  },
];
