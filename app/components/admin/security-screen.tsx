import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { SecurityEntry } from '~/models/admin/security-event';
import { LogList, type Dated, type LogView } from './log-list';
import { Cell, LeadCell } from './table';

/** The log of sign-ins and access (rule `admin.security`). */
export function SecurityScreen(view: LogView<Dated<SecurityEntry>>) {
  const { t } = useTranslation('admin');
  return (
    <LogList
      {...view}
      address={adminPaths.security}
      section="security"
      icon="lock"
      columns={[t('audit.what'), t('security.person'), t('audit.event'), t('security.address')]}
      cells={(entry) => <Cells {...entry} />}
    />
  );
}

function Cells({ kind, userId, eventId, address, detail }: Dated<SecurityEntry>) {
  const { t } = useTranslation('admin');
  return (
    <>
      <LeadCell>
        <div>
          <p>{t(`security.kinds.${kind}`)}</p>
          {detail && <p className="text-sm font-normal wrap-anywhere text-ink-soft">{detail}</p>}
        </div>
      </LeadCell>
      <Cell label={t('security.person')}>
        <Found by={userId === null ? null : `#${userId}`} />
      </Cell>
      <Cell label={t('audit.event')}>
        <Found by={eventId === null ? null : `#${eventId}`} />
      </Cell>
      <Cell label={t('security.address')}>
        <Found by={address} />
      </Cell>
    </>
  );
}

/** A link to all entries with the same person, event or address. */
function Found({ by }: { by: string | null }) {
  if (by === null) return <span className="text-ink-soft">–</span>;
  return (
    <Link className="link tabular-nums" to={adminPaths.security({ q: by })}>
      {by}
    </Link>
  );
}
