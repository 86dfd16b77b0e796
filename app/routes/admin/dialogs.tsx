import { AdminEventDelete, type AdminEventDeleteView } from '~/components/admin/admin-event-delete';
import {
  CREDENTIALS_TITLE_ID,
  CredentialsDialog,
  type CredentialsView,
} from '~/components/admin/credentials-dialog';
import {
  USER_DELETE_TITLE_ID,
  UserDeleteDialog,
  type UserDeleteView,
} from '~/components/admin/user-delete-dialog';
import type { DialogEntry } from '~/components/dialogs/dialog-host';
import { EVENT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';

/** The administrator's addresses that open as dialogs over a table. */
export const ADMIN_DIALOGS: readonly DialogEntry[] = [
  {
    match: /^\/admin\/events\/\d+\/delete$/,
    titleId: EVENT_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => (
      <AdminEventDelete view={(data as { view: AdminEventDeleteView }).view} />
    ),
  },
  {
    match: /^\/admin\/users\/\d+\/delete$/,
    titleId: USER_DELETE_TITLE_ID,
    role: 'alertdialog',
    Component: ({ data }) => <UserDeleteDialog view={(data as { view: UserDeleteView }).view} />,
  },
  {
    match: /^\/admin\/credentials$/,
    titleId: CREDENTIALS_TITLE_ID,
    Component: ({ data }) => <CredentialsDialog view={(data as { view: CredentialsView }).view} />,
  },
];
