import { useMatches } from '@remix-run/react';
import { AdminPage, type AdminTab } from '~/components/admin/admin-page';
import type { Dialog } from '~/components/dialogs/define-dialog';
import { DialogHost } from '~/components/dialogs/dialog-host';
import { ScreenOutlet } from '~/components/shell/screen-outlet';
import { eventStyles } from '~/styles/event-styles';

/** The dialogs of the administrator's screens, each defined in a file next to its route. */
const DIALOGS = import.meta.glob<Dialog>('./*.dialog.ts', { eager: true, import: 'dialog' });

/** The `handle` of an administrator's screen. Pages of dialogs have none. */
export interface AdminHandle {
  tab: AdminTab;
  i18n: string[];
}

export const links = eventStyles;

/** The frame around the administrator's screens. Each screen checks the permission itself. */
export default function Panel() {
  const tab = (useMatches().at(-1)?.handle as Partial<AdminHandle> | undefined)?.tab;
  if (!tab) return <ScreenOutlet />;
  return (
    <DialogHost dialogs={DIALOGS}>
      <AdminPage current={tab}>
        <ScreenOutlet isInMain />
      </AdminPage>
    </DialogHost>
  );
}
