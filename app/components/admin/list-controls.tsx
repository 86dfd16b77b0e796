import { Form, Link } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesAround, type ListPage, type ListQuery } from '~/models/admin/list';
import { EmptyState } from '../ui/empty-state';
import type { IconName } from '../ui/icon';
import { Heading } from './table';

/** The part of a URL that holds a table's state. */
interface ListAddress {
  q?: string;
  sort?: string;
  page?: number;
}

/** Props that all controls of a table need: its URL and its state. */
interface ListProps<Sort extends string> {
  /** Builds the table's URL, as in `paths`. */
  address: (query?: ListAddress) => string;
  query: ListQuery<Sort>;
}

/** The URL query for a table's state, without defaults. */
export function listAddress<Sort extends string>(query: ListQuery<Sort>): ListAddress {
  return {
    q: query.search,
    sort: query.isDescending ? `-${query.sort}` : query.sort,
    page: query.page > 1 ? query.page : undefined,
  };
}

/** The number of rows shown and in total. */
export function ListCount({ list }: { list: ListPage<unknown> }) {
  const { t } = useTranslation('admin');
  return (
    <p className="text-sm text-ink-soft tabular-nums" role="status">
      {t('list.count', { shown: list.rows.length, total: list.total })}
    </p>
  );
}

/** The search above a table. On narrow screens, which have no column headings, it also sets the order. */
export function ListSearch<Sort extends string>({
  address,
  query,
  label,
  sorts,
  children,
}: ListProps<Sort> & {
  /** The label of the search field. */
  label: string;
  /** The sortable columns and their headings. */
  sorts: readonly (readonly [sort: Sort, column: string])[];
  /** Hidden fields to keep in the search: a GET form drops the query of its own URL. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('admin');
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const { search } = query;
  const order = listAddress(query).sort;
  // When a link changes the URL, the field is updated, unless the user is typing in it.
  useEffect(() => {
    if (select.current && order) select.current.value = order;
    const field = input.current;
    if (field && field !== document.activeElement) field.value = search;
  }, [search, order]);
  return (
    <Form
      className="mt-3 mb-4 grid grid-cols-[1fr_auto] items-end gap-3 laptop:flex laptop:max-w-152"
      method="get"
      action={address()}
      role="search"
    >
      <div className="field col-span-full laptop:flex-1">
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
      <div className="field laptop:hidden">
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
      <button className="button min-h-12">{t('list.find')}</button>
    </Form>
  );
}

/** A column heading that sorts by the column, and reverses the order on the next click. */
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
    <Heading className={className} aria-sort={isSorted ? order : undefined}>
      <Link
        className={`inline-flex min-h-7 items-center gap-1 no-underline hover:underline ${isSorted ? 'text-ink' : ''}`}
        to={address(listAddress({ ...query, sort, isDescending, page: 1 }))}
      >
        {children}
        {isSorted && <span aria-hidden="true">{query.isDescending ? '↓' : '↑'}</span>}
      </Link>
    </Heading>
  );
}

/** The pagination of a table. */
export function Pager<Sort extends string>({
  address,
  query,
  list,
}: ListProps<Sort> & { list: ListPage<unknown> }) {
  return <PageLinks list={list} to={(page) => address(listAddress({ ...query, page }))} />;
}

const CLASSES_PLACE = 'grid min-h-11 place-items-center text-ink-soft tabular-nums';

/** The pagination of a list; nothing for a single page. */
export function PageLinks({
  list: { page, pages },
  to,
}: {
  list: ListPage<unknown>;
  /** The URL of a page. */
  to: (page: number) => string;
}) {
  const { t } = useTranslation('admin');
  if (pages === 1) return null;
  return (
    <nav
      className="mt-4 grid grid-cols-2 items-center gap-3 laptop:grid-cols-[1fr_auto_1fr]"
      aria-label={t('list.pages')}
    >
      {page > 1 && (
        <Link className="button quiet slim justify-self-start" to={to(page - 1)} rel="prev">
          {t('list.previous')}
        </Link>
      )}
      <ol className="col-span-full row-start-1 flex flex-wrap justify-center laptop:col-[2]">
        {pagesAround(page, pages).map((one, index) => (
          <li key={one ?? `gap-${index}`}>
            {one === null ? (
              <span className={`${CLASSES_PLACE} min-w-6`} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                className={`${CLASSES_PLACE} min-w-11 rounded-control hover:bg-sunk aria-[current]:bg-primary aria-[current]:font-bold aria-[current]:text-on-primary aria-[current]:no-underline`}
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
        <Link className="button quiet slim col-[-2] justify-self-end" to={to(page + 1)} rel="next">
          {t('list.next')}
        </Link>
      )}
    </nav>
  );
}

/** An empty table; a search without results can be reset. */
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
