import { nameKey } from './event-name';
import type { EventRow } from './event.server';

/** Rows on one page of the administrator's tables. */
export const PAGE_SIZE = 25;

export const USER_SORTS = ['id', 'name', 'email', 'event', 'photos'] as const;
export const EVENT_SORTS = ['created', 'name', 'end', 'participants'] as const;

/** What a table shows of a list; all of it stands in its address, so that it can be shared. */
export interface ListQuery<Sort extends string> {
  /** Words that name, e-mail or event must contain; empty for all. */
  search: string;
  sort: Sort;
  isDescending: boolean;
  /** From 1. */
  page: number;
}

/** One page of a list, and how many rows there are in all. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
  pages: number;
  /** The page that is shown; the last one when a later one was asked for. */
  page: number;
}

/** A user as the administrator sees them. */
export interface AdminUser {
  id: number;
  name: string;
  email: string;
  username: string;
  isOrganizer: boolean;
  event: { id: number; name: string };
  photoCount: number;
}

/** Somebody who could take an event over; the address tells namesakes apart. */
export interface Successor {
  id: number;
  name: string;
  email: string;
}

/** An event in the administrator's table. */
export interface AdminEvent {
  event: EventRow;
  participantCount: number;
  organizer: { id: number; name: string; email: string } | null;
}

const SEARCH_MAX = 100;

/** Reads a table's address; what it does not know falls back to the first sort, ascending, page 1. */
export function readListQuery<Sort extends string>(
  query: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
): ListQuery<Sort> {
  const [first] = sorts;
  const named = query.get('sort') ?? '';
  const sort = sorts.find((one) => one === named.replace(/^-/, '')) ?? first;
  const page = query.get('page') ?? '';
  return {
    search: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    sort,
    isDescending: named === `-${sort}`,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The page that can be shown of one that was asked for. */
export function pageOf(asked: number, total: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return { page: Math.min(asked, pages), pages };
}

/** Accents that stand apart once a text is decomposed; the queries take the same ones away. */
export const ACCENTS = '[\u0300-\u036f]';

/** The words of a search, without capitals and accents: a row has to hold each of them. */
export function searchWords(search: string): string[] {
  const plain = nameKey(search.replaceAll('\0', ''))
    .normalize('NFKD')
    .replace(new RegExp(ACCENTS, 'g'), '');
  return plain.split(/\s+/).filter(Boolean);
}
