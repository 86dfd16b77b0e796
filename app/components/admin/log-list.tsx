import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPage, ListQuery } from '~/models/admin/list';
import type { AUDIT_SORTS } from '~/models/admin/audit';
import type { IconName } from '../ui/icon';
import { ListCount, ListSearch, NoRows, Pager, SortHeading } from './list-controls';
import { Cell, Heading, Row, Table } from './table';

/** A page of log entries, newest first. */
export interface LogView<Entry> {
  query: ListQuery<(typeof AUDIT_SORTS)[number]>;
  list: ListPage<Entry>;
}

/** An entry as a table row, with a formatted time. */
export type Dated<Entry extends { createdAt: Date }> = Omit<Entry, 'createdAt'> & { at: string };

/** A searchable log with any kind of entries. */
export function LogList<Entry extends { id: number; at: string }>({
  query,
  list,
  address,
  section,
  icon,
  columns,
  cells,
}: LogView<Entry> & {
  address: Parameters<typeof Pager>[0]['address'];
  /** The section whose texts it uses. */
  section: 'audit' | 'security';
  icon: IconName;
  /** The headings after the date. */
  columns: string[];
  /** An entry's cells after the date. */
  cells: (entry: Entry) => ReactNode;
}) {
  const { t } = useTranslation('admin');
  const controls = { address, query };
  return (
    <section className="card grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2>{t(`${section}.title`)}</h2>
        <ListCount list={list} />
      </div>
      <p className="text-ink-soft">{t(`${section}.text`)}</p>
      <ListSearch
        {...controls}
        label={t(`${section}.search`)}
        sorts={[['created', t('audit.date')] as const]}
      />
      {list.rows.length === 0 ? (
        <NoRows {...controls} icon={icon} title={t('audit.empty')} />
      ) : (
        <Table
          head={
            <>
              <SortHeading {...controls} sort="created">
                {t('audit.date')}
              </SortHeading>
              {columns.map((column) => (
                <Heading key={column}>{column}</Heading>
              ))}
            </>
          }
        >
          {list.rows.map((entry) => (
            <Row key={entry.id}>
              <Cell label={t('audit.date')} className="flex-wrap wrap-normal tabular-nums">
                {entry.at}
              </Cell>
              {cells(entry)}
            </Row>
          ))}
        </Table>
      )}
      <Pager {...controls} list={list} />
    </section>
  );
}
