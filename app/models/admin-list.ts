import { EVENT_STATUSES, type EventStatus } from './event';
import { nameKey } from './event-name';
import type { EventRow } from './event.server';

/** Rows on one page of the administrator's tables. */
export const PAGE_SIZE = 25;
/** Small photos on one page of an event the administrator looks at. */
export const PHOTO_PAGE_SIZE = 48;

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

/** What the administrator's table of events shows; without a status, all of them. */
export interface EventsQuery extends ListQuery<(typeof EVENT_SORTS)[number]> {
  status?: EventStatus;
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

/** How many of them are shown at a time; a search finds the others. */
export const SUCCESSORS_SHOWN = 50;

/** An event in the administrator's table. */
export interface AdminEvent {
  event: EventRow;
  participantCount: number;
  organizer: { id: number; name: string; email: string } | null;
}

/** What an event's photos come to. */
export interface EventFigures {
  /** Those that everybody sees (rule `photos.counted`), and the hidden ones. */
  photoCount: number;
  hiddenCount: number;
  /** Of the full files of all of them. */
  photoBytes: number;
}

const SEARCH_MAX = 100;

/** What an address looks for; empty for nothing. */
export function readSearch(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim().slice(0, SEARCH_MAX);
}

/** Reads a table's address; what it does not know falls back to the first sort, ascending, page 1. */
export function readListQuery<Sort extends string>(
  query: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
): ListQuery<Sort> {
  const [first] = sorts;
  const named = query.get('sort') ?? '';
  const sort = sorts.find((one) => one === named.replace(/^-/, '')) ?? first;
  return {
    search: readSearch(query),
    sort,
    isDescending: named === `-${sort}`,
    page: readPage(query),
  };
}

/** The page an address asks for; the first where it asks for none. */
export function readPage(query: URLSearchParams): number {
  const page = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Reads the address of the table of events. */
export function readEventsQuery(query: URLSearchParams): EventsQuery {
  const status = EVENT_STATUSES.find((one) => one === query.get('status'));
  return { ...readListQuery(query, EVENT_SORTS), status };
}

/** The page that can be shown of one that was asked for. */
export function pageOf(
  asked: number,
  total: number,
  size = PAGE_SIZE,
): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size));
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

/**
 * The pages that links lead to: the first, the last, the one that is shown and its neighbours. Where more
 * than one is left out stands null.
 */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(shown)].sort((one, other) => one - other);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1] ?? 0;
    if (one - before === 2) return [one - 1, one];
    return one - before > 2 ? [null, one] : [one];
  });
}
