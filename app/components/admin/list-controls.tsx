import { Form, Link } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesAround, type ListPage, type ListQuery } from '~/models/admin-list';
import { EmptyState } from '../ui/empty-state';
import type { IconName } from '../ui/icon';

/** The part of an address that says what a table shows. */
interface ListAddress {
  q?: string;
  sort?: string;
  page?: number;
}

/** What all controls of a table need: where it stands, and what it shows now. */
interface ListProps<Sort extends string> {
  /** The table's address, as `paths` builds it. */
  address: (query?: ListAddress) => string;
  query: ListQuery<Sort>;
}

/** The address's own words for what a table shows; what stands there by itself is left out. */
export function listAddress<Sort extends string>(query: ListQuery<Sort>): ListAddress {
  return {
    q: query.search,
    sort: query.isDescending ? `-${query.sort}` : query.sort,
    page: query.page > 1 ? query.page : undefined,
  };
}

/** How many rows are shown, of how many. */
export function ListCount({ list }: { list: ListPage<unknown> }) {
  const { t } = useTranslation('admin');
  return (
    <p className="text-sm text-ink-soft tabular-nums" role="status">
      {t('list.count', { shown: list.rows.length, total: list.total })}
    </p>
  );
}

/** The search above a table; where its headings have no room, the order is chosen here as well. */
export function ListSearch<Sort extends string>({
  address,
  query,
  label,
  sorts,
  children,
}: ListProps<Sort> & {
  /** What is searched. */
  label: string;
  /** What can be sorted by, and how the columns are called. */
  sorts: readonly (readonly [sort: Sort, column: string])[];
  /** Hidden fields that the search keeps: a form sends nothing of its own address. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('admin');
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const { search } = query;
  const order = listAddress(query).sort;
  // A link that changes the address sets the field; typing that is under way is left alone.
  useEffect(() => {
    if (select.current && order) select.current.value = order;
    const field = input.current;
    if (field && field !== document.activeElement) field.value = search;
  }, [search, order]);
  return (
    <Form className="list-search" method="get" action={address()} role="search">
      <div className="field">
        <label htmlFor="q">{label}</label>
        <input
          ref={input}
          className="input"
          type="search"
          id="q"
          name="q"
          defaultValue={search}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <div className="field list-order">
        <label htmlFor="sort">{t('list.order')}</label>
        <select ref={select} className="input" id="sort" name="sort" defaultValue={order}>
          {sorts.flatMap(([sort, column]) => [
            <option key={sort} value={sort}>
              {t('list.ascending', { column })}
            </option>,
            <option key={`-${sort}`} value={`-${sort}`}>
              {t('list.descending', { column })}
            </option>,
          ])}
        </select>
      </div>
      {children}
      <button className="button">{t('list.find')}</button>
    </Form>
  );
}

/** A column's heading that sorts by it, and the other way round when it is followed again. */
export function SortHeading<Sort extends string>({
  address,
  query,
  sort,
  className,
  children,
}: ListProps<Sort> & { sort: Sort; className?: string; children: ReactNode }) {
  const isSorted = query.sort === sort;
  const isDescending = isSorted && !query.isDescending;
  const order = query.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? order : undefined}>
      <Link className="sort" to={address(listAddress({ ...query, sort, isDescending, page: 1 }))}>
        {children}
        {isSorted && <span aria-hidden="true">{query.isDescending ? '↓' : '↑'}</span>}
      </Link>
    </th>
  );
}

/** The way through the pages of a table. */
export function Pager<Sort extends string>({
  address,
  query,
  list,
}: ListProps<Sort> & { list: ListPage<unknown> }) {
  return <PageLinks list={list} to={(page) => address(listAddress({ ...query, page }))} />;
}

/** The way through the pages of a list; nothing where one page holds everything. */
export function PageLinks({
  list: { page, pages },
  to,
}: {
  list: ListPage<unknown>;
  /** The address of a page. */
  to: (page: number) => string;
}) {
  const { t } = useTranslation('admin');
  if (pages === 1) return null;
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      {page > 1 && (
        <Link className="button quiet slim previous" to={to(page - 1)} rel="prev">
          {t('list.previous')}
        </Link>
      )}
      <ol>
        {pagesAround(page, pages).map((one, index) => (
          <li key={one ?? `gap-${index}`}>
            {one === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <Link
                to={to(one)}
                aria-label={t('list.page', { page: one })}
                aria-current={one === page ? 'page' : undefined}
              >
                {one}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <Link className="button quiet slim next" to={to(page + 1)} rel="next">
          {t('list.next')}
        </Link>
      )}
    </nav>
  );
}

/** A table without rows; a search that found nothing can be taken back. */
export function NoRows<Sort extends string>({
  address,
  query,
  icon,
  title,
}: ListProps<Sort> & { icon: IconName; title: string }) {
  const { t } = useTranslation('admin');
  if (!query.search) return <EmptyState icon={icon} title={title} />;
  return (
    <EmptyState
      icon={icon}
      title={title}
      text={t('list.nothing', { search: query.search })}
      action={
        <Link className="button" to={address(listAddress({ ...query, search: '', page: 1 }))}>
          {t('list.clear')}
        </Link>
      }
    />
  );
}
