import { SERVER_NOW } from '~/models/live/rules';
import type { WallState } from '~/models/wall/rules';
import type { ServerTime } from './server-time';

// How a wall learns its state (rule `screens.wall-away`): a stream announces that the state has changed, and the wall
// asks for it. The stream of the other pages (app/browser/live) needs newer browsers, and after failures it waits
// longer than a wall may during a party.

const SECOND = 1000;
/** How often the wall asks for the state, without a stream and beside one. */
const ALONE_MS = 5 * SECOND;
const STREAMING_MS = 30 * SECOND;
/** The wall stops waiting for an answer that takes longer. */
const ANSWER_WITHIN_MS = 10 * SECOND;
/** Without an answer for this long, the server counts as out of reach. */
const AWAY_AFTER_MS = 12 * SECOND;
/** The server sends a sign of life every 25 s. */
const SILENCE_MS = 60 * SECOND;
/** If nothing arrives by then, a proxy buffers the stream. */
const READY_WITHIN_MS = 10 * SECOND;
const FIRST_RETRY_MS = 2 * SECOND;
const LONGEST_RETRY_MS = 30 * SECOND;

export interface ConnectionOptions {
  /** The page's own path, `/wall/{key}`. */
  path: string;
  time: ServerTime;
  onState: (state: WallState) => void;
  /** The key is not valid any more. */
  onEnded: () => void;
  /** Whether the server is out of reach, or can be reached again. */
  onReach: (isAway: boolean) => void;
}

export function connect({ path, time, onState, onEnded, onReach }: ConnectionOptions) {
  let etag: string | null = null;
  /** Counts the requests; an answer older than the last accepted one is dropped. */
  let asked = 0;
  let taken = 0;
  let isAsking = false;
  let isAskedAgain = false;
  let isStreaming = false;
  let isOver = false;
  let isAway = false;
  let answeredAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    if (isOver) return;
    if (isAsking) {
      isAskedAgain = true;
      return;
    }
    clearTimeout(timer);
    isAsking = true;
    isAskedAgain = false;
    asked += 1;
    const turn = asked;
    const patience = setTimeout(() => settle(turn), ANSWER_WITHIN_MS);
    request(turn).then(
      () => settle(turn),
      () => settle(turn),
    );
    function settle(of: number): void {
      clearTimeout(patience);
      if (of !== asked || !isAsking || isOver) return;
      isAsking = false;
      noteReach();
      if (isAskedAgain) ask();
      else timer = setTimeout(ask, isStreaming ? STREAMING_MS : ALONE_MS);
    }
  }

  async function request(turn: number): Promise<void> {
    const sentAt = Date.now();
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (etag) headers['If-None-Match'] = etag;
    const answer = await fetch(`${path}/state`, { headers, credentials: 'same-origin' });
    const isLate = turn < taken || isOver;
    if (isLate) return;
    if (answer.status === 404 || answer.status === 410) return end();
    const receivedAt = Date.now();
    const told = Number(answer.headers.get(SERVER_NOW));
    if (told) time.note({ now: told, sentAt, receivedAt });
    if (answer.status === 304) {
      taken = turn;
      answeredAt = Date.now();
      return;
    }
    if (!answer.ok) return;
    const state = (await answer.json()) as WallState;
    if (turn < taken || isOver) return;
    taken = turn;
    etag = answer.headers.get('ETag');
    answeredAt = Date.now();
    if (!told) time.note({ now: state.now, sentAt, receivedAt });
    noteReach();
    onState(state);
  }

  function noteReach(): void {
    const isNowAway = Date.now() - answeredAt > AWAY_AFTER_MS;
    if (isNowAway === isAway) return;
    isAway = isNowAway;
    onReach(isAway);
  }

  function end(): void {
    stop();
    onEnded();
  }

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    stream.close();
  }

  const stream = openStream(`${path}/changes`, {
    onChange: ask,
    onOpen(isOpen) {
      isStreaming = isOpen;
      // The stream does not repeat what changed before it began; without one, the wall asks at another interval.
      ask();
    },
  });
  const reconnect = () => {
    if (document.hidden || isOver) return;
    stream.open();
    ask();
  };
  document.addEventListener('visibilitychange', reconnect);
  for (const type of ['online', 'pageshow', 'focus']) window.addEventListener(type, reconnect);
  stream.open();
  ask();
  return { ask, stop };
}

/** Keeps a stream of changes open. A broken one is tried again, later each time. */
function openStream(
  url: string,
  { onChange, onOpen }: { onChange: () => void; onOpen: (isOpen: boolean) => void },
) {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOpen = false;

  const after = (wait: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, wait);
  };
  const note = (isNowOpen: boolean) => {
    if (isOpen === isNowOpen) return;
    isOpen = isNowOpen;
    onOpen(isOpen);
  };
  const close = () => {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
  };
  const fail = () => {
    close();
    note(false);
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * Math.pow(2, failures));
    failures += 1;
    after(wait, begin);
  };
  const begin = () => {
    close();
    source = new EventSource(url);
    source.addEventListener('ready', () => {
      failures = 0;
      after(SILENCE_MS, fail);
      note(true);
    });
    source.addEventListener('beat', () => after(SILENCE_MS, fail));
    source.addEventListener('changes', () => {
      after(SILENCE_MS, fail);
      onChange();
    });
    source.onerror = () => {
      const wasOpen = isOpen;
      fail();
      // The server may have ended the stream because the key is not valid any more.
      if (!wasOpen) onChange();
    };
    after(READY_WITHIN_MS, fail);
  };
  return {
    /** Opens it, unless it is open. Old televisions have no streams. */
    open: (): void => {
      if ('EventSource' in window && !isOpen) begin();
    },
    close,
  };
}
