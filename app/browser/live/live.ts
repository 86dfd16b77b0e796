import { endpoints } from '~/endpoints';
import { noteAnswer, noteSilence } from '~/browser/reach';
import { noteServerNow } from './server-clock';
import {
  CHANGE_KINDS,
  type ChangeKind,
  type ChangeNotification,
  type Marks,
} from '~/models/live/rules';
import { paceOf, pollDelay } from '~/models/live/paces';

// How a page learns that something has changed (rules `screens.polling`, `screens.live`): a stream announces
// it, and the page asks for the marks of what it shows. Without a stream the page polls.

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Kinds that are due this soon join the current request, which saves one. */
const JOIN_WITHIN = 2 * SECOND;
/** The shortest time between two requests that a stream causes. */
const STREAM_GAP = 2 * SECOND;
/** A poll without an answer is aborted after this long. */
const POLL_TIMEOUT = 30 * SECOND;

let isOpenNow = false;

/** Whether a stream announces what changes to this page. */
export function isStreamOpen(): boolean {
  return isOpenNow;
}

/** The marks of an event, or the status of a refusal. */
export type LiveAnswer = Marks | number;

/** A page's connection to the changes of its event. */
export interface Live {
  /** Notes that the page shows these kinds, as the server has just sent them. */
  show(kinds: readonly ChangeKind[]): void;
  /** Asks now for those of these kinds that the page shows. */
  ask(kinds: readonly ChangeKind[]): void;
  /** Asks for everything that the page shows, now. */
  askAll(): void;
  stop(): void;
}

/**
 * Follows the changes of an event until it is stopped.
 * @param onAnswer gets each answer and the kinds that were asked for; a request without an answer is repeated when its
 *   kinds are due again
 */
export function startLive(
  eventId: number,
  onAnswer: (answer: LiveAnswer, kinds: readonly ChangeKind[]) => void,
): Live {
  const ending = new AbortController();
  const ask = createAsking(eventId);
  const askedAt = new Map<ChangeKind, number>();
  let lastActivity = Date.now();
  let isStreaming = false;
  /** What to ask for after the current request; null while there is none. */
  let next: Set<ChangeKind> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const announced = new Set<ChangeKind>();
  let announcedTimer: ReturnType<typeof setTimeout> | undefined;
  let announcedAskedAt = -Infinity;

  const shown = () => [...askedAt.keys()];

  function dueAt(kind: ChangeKind): number {
    const state = { idle: Date.now() - lastActivity, isHidden: document.hidden, isStreaming };
    const asked = askedAt.get(kind) ?? 0;
    // A time in the future means that the clock was set back since.
    return (asked > Date.now() ? 0 : asked) + pollDelay(paceOf(kind, shown()), state);
  }

  function plan(): void {
    clearTimeout(timer);
    if (ending.signal.aborted || next || askedAt.size === 0) return;
    timer = setTimeout(askDue, Math.min(...shown().map(dueAt)) - Date.now());
  }

  /** The delays grow while the user is idle, so nothing may be due yet when the timer ends. */
  function askDue(): void {
    const until = Date.now() + JOIN_WITHIN;
    run(shown().filter((kind) => dueAt(kind) <= until));
  }

  function run(kinds: Iterable<ChangeKind>): void {
    const wanted = new Set(kinds);
    // Always in the same order, so that the same question has the same URL.
    const asked = CHANGE_KINDS.filter((kind) => wanted.has(kind) && askedAt.has(kind));
    if (ending.signal.aborted || asked.length === 0) return plan();
    if (next) return asked.forEach((kind) => next?.add(kind));
    next = new Set();
    for (const kind of asked) askedAt.set(kind, Date.now());
    void ask(asked).then((answer) => {
      const waiting = next ?? [];
      next = null;
      if (answer !== null && !ending.signal.aborted) onAnswer(answer, asked);
      run(waiting);
    });
  }

  const askAll = () => run(shown());

  function hear({ of, within }: ChangeNotification): void {
    const concerned = of.filter((kind) => askedAt.has(kind));
    if (concerned.length === 0) return;
    for (const kind of concerned) announced.add(kind);
    // `within` grows with the audience: the more pages listen, the less often each of them asks.
    const gap = Math.max(STREAM_GAP, 2 * within);
    const wait = Math.max(Math.random() * within, announcedAskedAt + gap - Date.now());
    announcedTimer ??= setTimeout(() => {
      announcedTimer = undefined;
      announcedAskedAt = Date.now();
      const kinds = [...announced];
      announced.clear();
      run(kinds);
    }, wait);
  }

  function noteActivity(): void {
    const idle = Date.now() - lastActivity;
    lastActivity = Date.now();
    if (shown().some((kind) => idle >= paceOf(kind, shown()).idleAfter)) plan();
  }

  function noteVisibility(): void {
    if (document.hidden) return plan();
    lastActivity = Date.now();
    const isStale = (kind: ChangeKind) =>
      Date.now() - (askedAt.get(kind) ?? 0) > paceOf(kind, shown()).staleAfter;
    run(shown().filter(isStale));
  }

  const listening = { signal: ending.signal, passive: true };
  for (const type of ['pointerdown', 'keydown', 'scroll']) {
    window.addEventListener(type, noteActivity, listening);
  }
  document.addEventListener('visibilitychange', noteVisibility, listening);
  window.addEventListener('online', askAll, listening);
  // A page that Back restores from the browser's memory has missed everything since.
  window.addEventListener(
    'pageshow',
    (event: Event) => (event as PageTransitionEvent).persisted && askAll(),
    listening,
  );
  openStream(endpoints.changes(eventId), ending.signal, {
    onChange: hear,
    onState(isOpen) {
      isStreaming = isOpen;
      isOpenNow = isOpen;
      plan();
      // The stream does not repeat what changed before it began.
      if (isOpen) askAll();
    },
    // The user may have been removed.
    onRefused: askAll,
  });
  return {
    show(kinds) {
      for (const kind of shown()) if (!kinds.includes(kind)) askedAt.delete(kind);
      for (const kind of kinds) askedAt.set(kind, Date.now());
      plan();
    },
    ask: run,
    askAll,
    stop() {
      ending.abort();
      isOpenNow = false;
      clearTimeout(timer);
      clearTimeout(announcedTimer);
    },
  };
}

/**
 * Returns a function that requests the marks of an event. It sends the ETag of the last answer, so an unchanged
 * one costs a 304. The function returns null when nothing answers.
 */
function createAsking(eventId: number) {
  const known = new Map<string, { etag: string; marks: Marks }>();
  return async (kinds: readonly ChangeKind[]): Promise<LiveAnswer | null> => {
    const url = endpoints.marks(eventId, kinds);
    const last = known.get(url);
    const headers: HeadersInit = last ? { 'If-None-Match': last.etag } : {};
    // Older phones have no `AbortSignal.timeout`.
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), POLL_TIMEOUT);
    const askedAt = Date.now();
    try {
      const response = await fetch(url, { headers, signal: abort.signal });
      noteServerNow(response, askedAt);
      if (response.status >= 500) return null;
      noteAnswer();
      if (response.status === 304 && last) return last.marks;
      if (!response.ok) return response.status;
      const marks = (await response.json()) as Marks;
      const etag = response.headers.get('ETag');
      if (etag) known.set(url, { etag, marks });
      return marks;
    } catch {
      noteSilence();
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The page's pictures load first. */
const OPEN_AFTER = SECOND;
/** If nothing arrives by then, a proxy buffers the stream. */
const READY_WITHIN = 10 * SECOND;
/** The server sends a sign of life every 25 s. */
const MAX_SILENCE = MINUTE;
const FIRST_RETRY = 2 * SECOND;
const LONGEST_RETRY = 5 * MINUTE;

interface StreamEvents {
  onChange(change: ChangeNotification): void;
  onState(isOpen: boolean): void;
  /** The server refuses this page, or any more pages. */
  onRefused(): void;
}

/** Keeps a stream of changes open while the page is visible. A broken one is retried, later each time. */
export function openStream(url: string, signal: AbortSignal, events: StreamEvents): void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOpen = false;

  const after = (wait: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, wait);
  };
  const setOpen = (now: boolean) => {
    if (isOpen === now) return;
    isOpen = now;
    events.onState(now);
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    setOpen(false);
  };
  const fail = () => {
    close();
    // At random, because a whole party reconnects after a server's restart.
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 4 ** failures) * (0.5 + Math.random());
    failures += 1;
    after(wait, open);
  };
  const open = () => {
    close();
    if (document.hidden) return;
    source = new EventSource(url);
    source.addEventListener('ready', () => {
      failures = 0;
      after(MAX_SILENCE, fail);
      setOpen(true);
    });
    source.addEventListener('beat', () => after(MAX_SILENCE, fail));
    source.addEventListener('changes', ({ data }: MessageEvent<string>) => {
      after(MAX_SILENCE, fail);
      events.onChange(JSON.parse(data) as ChangeNotification);
    });
    source.addEventListener('error', ({ target }) => {
      // The browser itself would retry a connection that breaks.
      const isRefused = (target as EventSource).readyState === EventSource.CLOSED;
      fail();
      if (isRefused) events.onRefused();
    });
    after(READY_WITHIN, fail);
  };
  const start = () => after(OPEN_AFTER, open);

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()), {
    signal,
  });
  // The browser's memory holds no page with an open stream for Back.
  window.addEventListener('pagehide', close, { signal });
  window.addEventListener('pageshow', start, { signal });
  window.addEventListener('online', open, { signal });
  signal.addEventListener('abort', close);
  if (document.readyState === 'complete') start();
}
