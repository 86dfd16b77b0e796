import type { ChangeNotification } from '~/models/live/rules';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The page's pictures come first. */
const AFTER_LOAD = SECOND;
/** A stream that has not begun by then is held back by something on the way. */
const BEGINS_WITHIN = 10 * SECOND;
/** The server shows every 25 s that a stream lives. */
const SILENT_AT_MOST = 60 * SECOND;
const FIRST_WAIT = 2 * SECOND;
const LONGEST_WAIT = 5 * MINUTE;

/** What a page does with a stream. */
export interface StreamHearing {
  onChange(change: ChangeNotification): void;
  /** Whether changes are being told; what came before that may have been missed. */
  onState(isTold: boolean): void;
  /** The server lets nobody in, or not this one. */
  onRefused(): void;
}

/**
 * Keeps a stream of changes open while the page can be seen (rule `screens.live`). One that breaks, or does
 * not come through, is tried again later and later; the page polls meanwhile.
 * @returns ends it
 */
export function holdStream(
  url: string,
  { onChange, onState, onRefused }: StreamHearing,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isTold = false;

  function setTold(told: boolean): void {
    if (isTold === told) return;
    isTold = told;
    onState(told);
  }

  function watch(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(fail, wait);
  }

  function open(): void {
    close();
    if (document.hidden) return;
    source = new EventSource(url);
    source.addEventListener('ready', () => {
      failures = 0;
      watch(SILENT_AT_MOST);
      setTold(true);
    });
    source.addEventListener('beat', () => watch(SILENT_AT_MOST));
    source.addEventListener('changes', ({ data }: MessageEvent<string>) => {
      watch(SILENT_AT_MOST);
      onChange(JSON.parse(data) as ChangeNotification);
    });
    source.addEventListener('error', ({ target }) => {
      // A connection that fails or breaks the browser would try again by itself.
      const isRefused = (target as EventSource).readyState === EventSource.CLOSED;
      fail();
      if (isRefused) onRefused();
    });
    watch(BEGINS_WITHIN);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    setTold(false);
  }

  /** Each at another moment: a server that was restarted is asked by a whole party. */
  function fail(): void {
    close();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 4 ** failures) * (0.5 + Math.random());
    failures += 1;
    timer = setTimeout(open, wait);
  }

  function start(): void {
    clearTimeout(timer);
    timer = setTimeout(open, AFTER_LOAD);
  }

  const noteVisibility = () => (document.hidden ? close() : open());
  // A page with an open stream cannot be kept for Back.
  const listeners: [EventTarget, string, () => void][] = [
    [document, 'visibilitychange', noteVisibility],
    [window, 'pagehide', close],
    [window, 'pageshow', start],
    [window, 'online', open],
  ];
  for (const [target, type, hear] of listeners) target.addEventListener(type, hear);
  if (document.readyState === 'complete') start();
  return () => {
    for (const [target, type, hear] of listeners) target.removeEventListener(type, hear);
    close();
  };
}
