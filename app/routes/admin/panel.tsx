import { Outlet, useMatches } from '@remix-run/react';
import { AdminPage, type AdminTab } from '~/components/admin/admin-page';
import type { Dialog } from '~/components/dialogs/define-dialog';
import { DialogHost } from '~/components/dialogs/dialog-host';
import { eventStyles } from '~/styles/event-styles';

/** Every dialog of the administrator's screens: a file beside its route defines it. */
const DIALOGS = import.meta.glob<Dialog>('./*.dialog.ts', { eager: true, import: 'dialog' });

/** What an administrator's screen, and no dialog's page, exports as `handle`. */
export interface AdminHandle {
  tab: AdminTab;
  i18n: string[];
}

export const links = eventStyles;

/** The frame around the administrator's screens. Each of them proves for itself who looks. */
export default function Panel() {
  const tab = (useMatches().at(-1)?.handle as Partial<AdminHandle> | undefined)?.tab;
  if (!tab) return <Outlet />;
  return (
    <DialogHost dialogs={DIALOGS}>
      <AdminPage current={tab}>
        <Outlet />
      </AdminPage>
    </DialogHost>
  );
}
