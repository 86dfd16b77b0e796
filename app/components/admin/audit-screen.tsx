import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { AuditEntry } from '~/models/admin/audit';
import { LogList, type Dated, type LogView } from './log-list';
import { Cell, LeadCell } from './table';

/** What administrators and organizers did to others (rule `admin.audit`). */
export function AuditScreen(view: LogView<Dated<AuditEntry>>) {
  const { t } = useTranslation('admin');
  return (
    <LogList
      {...view}
      address={adminPaths.audit}
      section="audit"
      icon="file"
      columns={[t('audit.what'), t('audit.event'), t('audit.who')]}
      cells={(entry) => <Cells {...entry} />}
    />
  );
}

function Cells({
  deed,
  targetId,
  targetName,
  eventId,
  eventName,
  detail,
  ...actor
}: Dated<AuditEntry>) {
  const { t } = useTranslation('admin');
  const { actorId, actorName, actorRole } = actor;
  return (
    <>
      <LeadCell>
        <div>
          <p>{t(`audit.deeds.${deed}`)}</p>
          {targetId !== null && (
            <p className="font-normal">
              <bdi>{targetName || t('users.unnamed')}</bdi>{' '}
              <span className="text-ink-soft tabular-nums">#{targetId}</span>
            </p>
          )}
          {detail && <p className="text-sm font-normal text-ink-soft tabular-nums">{detail}</p>}
        </div>
      </LeadCell>
      <Cell label={t('audit.event')}>
        {eventId === null ? (
          <span className="text-ink-soft">–</span>
        ) : (
          <div>
            <bdi>{eventName}</bdi>{' '}
            <Link className="link tabular-nums" to={adminPaths.audit({ q: `#${eventId}` })}>
              #{eventId}
            </Link>
          </div>
        )}
      </Cell>
      <Cell label={t('audit.who')}>
        <div>
          <p>
            <bdi>{actorName || t('users.unnamed')}</bdi>{' '}
            <span className="text-ink-soft tabular-nums">#{actorId}</span>
          </p>
          <p className="text-xs text-ink-soft">{t(`audit.roles.${actorRole}`)}</p>
        </div>
      </Cell>
    </>
  );
}
