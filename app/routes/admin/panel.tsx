import { Outlet, useMatches } from '@remix-run/react';
import { AdminPage, type AdminTab } from '~/components/admin/admin-page';
import { DialogHost } from '~/components/dialogs/dialog-host';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { ADMIN_DIALOGS } from './dialogs';

export const shouldRevalidate = keepWhenOnlyDialogChanges;

/** What an administrator's screen, and no dialog's page, exports as `handle`. */
export interface AdminHandle {
  tab: AdminTab;
  i18n: string[];
}

/** The frame around the administrator's screens. Each of them proves for itself who looks. */
export default function Panel() {
  const tab = (useMatches().at(-1)?.handle as Partial<AdminHandle> | undefined)?.tab;
  if (!tab) return <Outlet />;
  return (
    <DialogHost dialogs={ADMIN_DIALOGS}>
      <AdminPage current={tab}>
        <Outlet />
      </AdminPage>
    </DialogHost>
  );
}
