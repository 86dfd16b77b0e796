import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { ListPage, ListQuery } from '~/models/admin-list';
import type { AUDIT_SORTS, AuditEntry } from '~/models/audit';
import { ListCount, ListSearch, NoRows, Pager, SortHeading } from './list-controls';

/** An entry as a row draws it, its moment written in the reader's language. */
type AuditRowView = Omit<AuditEntry, 'createdAt'> & { at: string };

/** What administrators and organizers did to others (rule `admin.audit`). */
export function AuditScreen({
  query,
  list,
}: {
  query: ListQuery<(typeof AUDIT_SORTS)[number]>;
  list: ListPage<AuditRowView>;
}) {
  const { t } = useTranslation('admin');
  const controls = { address: adminPaths.audit, query };
  return (
    <section className="card grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2>{t('audit.title')}</h2>
        <ListCount list={list} />
      </div>
      <p className="text-ink-soft">{t('audit.text')}</p>
      <ListSearch
        {...controls}
        label={t('audit.search')}
        sorts={[['created', t('audit.date')] as const]}
      />
      {list.rows.length === 0 ? (
        <NoRows {...controls} icon="file" title={t('audit.empty')} />
      ) : (
        <table className="fold">
          <thead>
            <tr>
              <SortHeading {...controls} sort="created">
                {t('audit.date')}
              </SortHeading>
              <th scope="col">{t('audit.what')}</th>
              <th scope="col">{t('audit.event')}</th>
              <th scope="col">{t('audit.who')}</th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      <Pager {...controls} list={list} />
    </section>
  );
}

function AuditRow({ entry }: { entry: AuditRowView }) {
  const { t } = useTranslation('admin');
  const { targetId, targetName, eventId, eventName, detail } = entry;
  return (
    <tr>
      <td data-l={t('audit.date')} className="flex-wrap wrap-normal tabular-nums">
        {entry.at}
      </td>
      <td className="lead">
        <div>
          <p>{t(`audit.deeds.${entry.deed}`)}</p>
          {targetId !== null && (
            <p className="font-normal">
              <bdi>{targetName || t('users.unnamed')}</bdi>{' '}
              <span className="text-ink-soft tabular-nums">#{targetId}</span>
            </p>
          )}
          {detail && <p className="text-sm font-normal text-ink-soft tabular-nums">{detail}</p>}
        </div>
      </td>
      <td data-l={t('audit.event')}>
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
      </td>
      <td data-l={t('audit.who')}>
        <div>
          <p>
            <bdi>{entry.actorName || t('users.unnamed')}</bdi>{' '}
            <span className="text-ink-soft tabular-nums">#{entry.actorId}</span>
          </p>
          <p className="text-xs text-ink-soft">{t(`audit.roles.${entry.actorRole}`)}</p>
        </div>
      </td>
    </tr>
  );
}
