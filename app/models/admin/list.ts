import { EVENT_STATUSES, type EventStatus } from '../event/rules';
import { nameKey } from '../event/name';
import type { EventRow } from '../event/read.server';

/** Rows per page in the administrator's tables. */
export const PAGE_SIZE = 25;
/** Thumbnails per page when the administrator inspects an event. */
export const PHOTO_PAGE_SIZE = 48;

export const USER_SORTS = ['id', 'name', 'email', 'event', 'photos'] as const;
export const EVENT_SORTS = ['created', 'name', 'end', 'participants'] as const;

/** What a table shows of a list. All of it is in the URL, so that the view can be shared. */
export interface ListQuery<Sort extends string> {
  /** Words that the name, e-mail or event must contain; empty for no search. */
  search: string;
  sort: Sort;
  isDescending: boolean;
  /** From 1. */
  page: number;
}

/** What the administrator's table of events shows. Without a status it shows all events. */
export interface EventsQuery extends ListQuery<(typeof EVENT_SORTS)[number]> {
  status?: EventStatus;
}

/** One page of a list, with the total number of rows. */
export interface ListPage<Row> {
  rows: Row[];
  total: number;
  pages: number;
  /** The page that is shown; the last one if the requested page is past the end. */
  page: number;
}

/** A participant who could take over an event. The e-mail address tells namesakes apart. */
interface Successor {
  id: number;
  name: string;
  email: string;
}

/** The participants that a search finds. */
export interface FoundSuccessors {
  people: Successor[];
  /** Whether there are more than shown. */
  hasMore: boolean;
  /** The search text; empty for none. */
  search: string;
}

/** How many successors are shown at a time. A search finds the others. */
export const SUCCESSORS_SHOWN = 50;

/** An event in the administrator's table. */
export interface AdminEvent {
  event: EventRow;
  participantCount: number;
  organizer: { id: number; name: string; email: string } | null;
}

/** Totals of an event's photos. */
export interface EventFigures {
  /** Visible photos (rule `photos.counted`) and hidden ones. */
  photoCount: number;
  hiddenCount: number;
  /** Size of the full files of all photos, in bytes. */
  photoBytes: number;
}

const SEARCH_MAX = 100;

/** The search text in a URL; empty if there is none. */
export function readSearch(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim().slice(0, SEARCH_MAX);
}

/** Reads a table's query parameters. Unknown values fall back to the first sort, ascending, page 1. */
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

/** The page number in a URL; 1 if it is missing or invalid. */
export function readPage(query: URLSearchParams): number {
  const page = query.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

/** Reads the query parameters of the table of events. */
export function readEventsQuery(query: URLSearchParams): EventsQuery {
  const status = EVENT_STATUSES.find((one) => one === query.get('status'));
  return { ...readListQuery(query, EVENT_SORTS), status };
}

/** Clamps the requested page to the existing pages. */
export function pageOf(
  asked: number,
  total: number,
  size = PAGE_SIZE,
): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  return { page: Math.min(asked, pages), pages };
}

/** Combining accents that appear once a text is decomposed. The SQL queries remove the same range. */
export const ACCENTS = '[\u0300-\u036f]';

/** Splits a search into words without capitals and accents. A row must contain each of them. */
export function searchWords(search: string): string[] {
  const plain = nameKey(search.replaceAll('\0', ''))
    .normalize('NFKD')
    .replace(new RegExp(ACCENTS, 'g'), '');
  return plain.split(/\s+/).filter(Boolean);
}

/**
 * The pages that the pagination links to: the first, the last, the current one and its neighbours. Null marks
 * a gap of more than one page.
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
