import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeNotification } from '~/models/live/rules';
import { openStream, startLive, type Live, type LiveAnswer } from './live';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A browser's EventSource; the test plays the server. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }
  close() {
    this.readyState = Source.CLOSED;
  }
  say(type: string, data = '') {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }
  announce(change: ChangeNotification) {
    this.say('changes', JSON.stringify(change));
  }
  /** The connection breaks, or the server refuses it. */
  fail(isRefused = false) {
    this.readyState = isRefused ? Source.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
}
const source = () => Source.opened.at(-1) as Source;

let page: EventTarget;
let tab: EventTarget & { hidden: boolean; readyState: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  tab = Object.assign(new EventTarget(), { hidden: false, readyState: 'loading' });
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', tab);
  vi.stubGlobal('EventSource', Source);
  Source.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

describe('the requests of a page', () => {
  const send = vi.fn<typeof fetch>();
  /** What was requested, and how many seconds after the start. */
  let asked: string[];
  let answers: LiveAnswer[];
  let live: Live;
  let begun: number;

  beforeEach(() => {
    asked = [];
    answers = [];
    begun = Date.now();
    send.mockReset().mockImplementation(() => Promise.resolve(Response.json({ photos: 'a' })));
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const kinds = url.replace('/api/events/3/marks?of=', '').replaceAll(',', ' ');
      asked.push(`${Math.floor((Date.now() - begun) / SECOND)} ${kinds}`);
      return send(url, init);
    });
    live = startLive(3, (answer) => answers.push(answer));
  });
  afterEach(() => live.stop());

  /** Opens the stream, which asks for everything; that request is not recorded. */
  async function stream() {
    page.dispatchEvent(new Event('pageshow'));
    await pass(SECOND);
    source().say('ready');
    await pass(0);
    asked.length = 0;
  }
  /** The user is active the whole time. */
  async function stayActive(time: number) {
    for (let passed = 0; passed < time; passed += 10 * SECOND) {
      page.dispatchEvent(new Event('pointerdown'));
      await pass(10 * SECOND);
    }
  }
  const turn = (hidden: boolean) => {
    tab.hidden = hidden;
    tab.dispatchEvent(new Event('visibilitychange'));
  };

  it('ask for each kind at its pace, with one request for what is due together', async () => {
    live.show(['event', 'ranking', 'messages']);
    await stayActive(MINUTE);
    await pass(SECOND);
    expect(asked).toEqual([
      '10 ranking',
      '20 ranking',
      '30 event ranking',
      '40 ranking',
      '50 ranking',
      '60 event ranking messages',
    ]);
  });

  it('report the marks, and a refusal by its status', async () => {
    live.show(['photos']);
    live.askAll();
    await pass(0);
    send.mockResolvedValueOnce(new Response('', { status: 401 }));
    live.askAll();
    await pass(0);
    expect(answers).toEqual([{ photos: 'a' }, 401]);
  });

  it('send the ETag of the last answer, and take a 304 for the same marks', async () => {
    live.show(['photos']);
    const headers = { ETag: '"1"' };
    send.mockResolvedValueOnce(Response.json({ photos: 'b' }, { headers }));
    live.askAll();
    await pass(0);
    send.mockResolvedValueOnce(new Response(null, { status: 304 }));
    live.askAll();
    await pass(0);
    expect(send.mock.lastCall?.[1]?.headers).toEqual({ 'If-None-Match': '"1"' });
    expect(answers).toEqual([{ photos: 'b' }, { photos: 'b' }]);
  });

  it('go on after a request that failed', async () => {
    live.show(['ranking']);
    send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await stayActive(10 * SECOND);
    send.mockResolvedValueOnce(new Response('', { status: 503 }));
    await stayActive(10 * SECOND);
    send.mockResolvedValueOnce(new Response('{'));
    await stayActive(20 * SECOND);
    await pass(SECOND);
    expect(asked).toEqual(['10 ranking', '20 ranking', '30 ranking', '40 ranking']);
    expect(answers).toEqual([{ photos: 'a' }]);
  });

  it('give up a request after 30 seconds', async () => {
    live.show(['ranking']);
    send.mockImplementationOnce(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        }),
    );
    await stayActive(50 * SECOND);
    await pass(SECOND);
    expect(asked).toEqual(['10 ranking', '40 ranking', '50 ranking']);
  });

  it('keep their pace when the clock is set back', async () => {
    live.show(['ranking']);
    await stayActive(10 * SECOND);
    vi.setSystemTime(Date.now() - 45 * 24 * 60 * MINUTE);
    await stayActive(30 * SECOND);
    await pass(SECOND);
    expect(asked).toHaveLength(4);
  });

  it('start again when a screen was loaded, and forget what it does not show', async () => {
    live.show(['photos']);
    await pass(59 * SECOND);
    live.show(['favorites']);
    await pass(31 * SECOND);
    expect(asked).toEqual(['89 favorites']);
  });

  it('slow down while the user is idle, and are at their base again at the first touch', async () => {
    live.show(['ranking']);
    await pass(5 * MINUTE);
    const idle = asked.length;
    expect(idle).toBeLessThan(16);
    await pass(5 * MINUTE);
    expect(asked.length - idle).toBeLessThanOrEqual(1);
    asked.length = 0;
    page.dispatchEvent(new Event('keydown'));
    await pass(SECOND);
    expect(asked).toHaveLength(1);
    await stayActive(30 * SECOND);
    expect(asked).toHaveLength(4);
  });

  it('ask at once for what is stale in a tab that is shown again', async () => {
    live.show(['photos', 'ranking', 'favorites']);
    await pass(SECOND);
    turn(true);
    await pass(3 * SECOND);
    turn(false);
    await pass(0);
    expect(asked).toEqual([]);
    turn(true);
    await pass(2 * SECOND);
    turn(false);
    await pass(0);
    expect(asked).toEqual(['6 ranking']);
    turn(true);
    await pass(14 * SECOND);
    turn(false);
    await pass(0);
    expect(asked.at(-1)).toBe('20 ranking favorites');
    turn(true);
    await pass(35 * SECOND);
    turn(false);
    await pass(0);
    expect(asked.at(-1)).toBe('55 photos ranking favorites');
  });

  it('ask for everything when the network is back', async () => {
    live.show(['event', 'photos']);
    await pass(SECOND);
    page.dispatchEvent(new Event('online'));
    expect(asked).toEqual(['1 event photos']);
  });

  it('ask for everything on a page that Back takes from the browser’s memory', async () => {
    live.show(['event', 'photos']);
    await pass(SECOND);
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(asked).toEqual(['1 event photos']);
  });

  it('never overlap: what is wanted meanwhile comes next', async () => {
    live.show(['event', 'photos']);
    let answer = () => {};
    send.mockImplementationOnce(
      () => new Promise((resolve) => (answer = () => resolve(Response.json({})))),
    );
    live.askAll();
    live.askAll();
    await pass(20 * SECOND);
    expect(asked).toEqual(['0 event photos']);
    answer();
    await pass(0);
    expect(asked).toEqual(['0 event photos', '20 event photos']);
  });

  it('follow the stream, within the time it says, for what the screen shows', async () => {
    live.show(['event', 'photos']);
    await stream();
    await pass(9 * SECOND);
    source().announce({ of: ['ranking'], within: 0 });
    source().announce({ of: ['photos', 'ranking'], within: SECOND });
    source().announce({ of: ['event'], within: SECOND });
    await pass(SECOND);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^1[01] event photos$/);
  });

  it('do not follow the stream faster than the server can answer the audience', async () => {
    live.show(['ranking']);
    await stream();
    for (let told = 0; told < 100; told++) {
      source().announce({ of: ['ranking'], within: 2.5 * SECOND });
      await pass(100);
    }
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('ask for what was missed when the stream opens, and at once when it is refused', async () => {
    live.show(['photos']);
    page.dispatchEvent(new Event('pageshow'));
    await pass(SECOND);
    source().say('ready');
    await pass(0);
    expect(asked).toEqual(['1 photos']);
    source().fail(true);
    await pass(0);
    expect(asked).toEqual(['1 photos', '1 photos']);
  });

  it('are rare while the stream is open, and at their pace once it is not', async () => {
    live.show(['ranking']);
    await stream();
    for (let beats = 0; beats < 8; beats++) {
      await stayActive(30 * SECOND);
      source().say('beat');
    }
    expect(asked).toEqual([]);
    turn(true);
    turn(false);
    await stayActive(25 * SECOND);
    expect(asked).toEqual(['241 ranking', '251 ranking', '261 ranking', '271 ranking']);
  });

  it('end with the page', async () => {
    live.show(['ranking']);
    await stream();
    source().announce({ of: ['ranking'], within: SECOND });
    live.stop();
    page.dispatchEvent(new Event('online'));
    await pass(MINUTE);
    expect(asked).toEqual([]);
    expect(Source.opened.every(({ readyState }) => readyState === Source.CLOSED)).toBe(true);
  });
});

describe('a stream of changes', () => {
  let heard: (ChangeNotification | boolean | 'refused')[];
  let ending: AbortController;

  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    tab.readyState = 'complete';
    heard = [];
    ending = new AbortController();
    openStream('/changes', ending.signal, {
      onChange: (change) => heard.push(change),
      onState: (isOpen) => heard.push(isOpen),
      onRefused: () => heard.push('refused'),
    });
  });
  afterEach(() => ending.abort());

  const isOpen = () => Source.opened.some(({ readyState }) => readyState !== Source.CLOSED);
  const begin = async () => {
    await pass(SECOND);
    source().say('ready');
  };

  it('opens after the page has loaded, and reports changes', async () => {
    expect(isOpen()).toBe(false);
    await begin();
    const change = { of: ['photos'], within: 8 };
    source().say('changes', JSON.stringify(change));
    expect(heard).toEqual([true, change]);
  });

  it('is closed while the page is hidden, and opens at once afterwards', async () => {
    await begin();
    tab.hidden = true;
    tab.dispatchEvent(new Event('visibilitychange'));
    expect(isOpen()).toBe(false);
    await pass(30 * MINUTE);
    expect(isOpen()).toBe(false);
    tab.hidden = false;
    tab.dispatchEvent(new Event('visibilitychange'));
    expect(isOpen()).toBe(true);
    expect(heard).toEqual([true, false]);
  });

  it('is closed when the page is left, and opens again when Back shows it', async () => {
    await begin();
    page.dispatchEvent(new Event('pagehide'));
    expect(isOpen()).toBe(false);
    page.dispatchEvent(new Event('pageshow'));
    await begin();
    expect(heard).toEqual([true, false, true]);
  });

  it('is retried after a break, later each time, up to five minutes', async () => {
    await begin();
    source().fail();
    expect(heard).toEqual([true, false]);
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const before = Source.opened.length;
      let wait = 0;
      for (; Source.opened.length === before; wait++) await pass(SECOND);
      waits.push(wait);
      source().fail();
    }
    expect(waits).toEqual([2, 8, 32, 128, 300, 300]);
  });

  it('is open once at most', async () => {
    for (let tries = 0; tries < 5; tries++) {
      await pass(MINUTE);
      page.dispatchEvent(new Event('online'));
      page.dispatchEvent(new Event('pageshow'));
    }
    const open = Source.opened.filter(({ readyState }) => readyState !== Source.CLOSED);
    expect(open.length).toBeLessThanOrEqual(1);
  });

  it('is closed when a proxy buffers it', async () => {
    await pass(SECOND);
    await pass(9 * SECOND);
    expect(isOpen()).toBe(true);
    await pass(SECOND);
    expect(isOpen()).toBe(false);
    expect(heard).toEqual([]);
  });

  it('is closed when it falls silent, but not while it sends signs of life', async () => {
    await begin();
    for (let beats = 0; beats < 4; beats++) {
      await pass(25 * SECOND);
      source().say('beat');
    }
    expect(heard).toEqual([true]);
    await pass(MINUTE);
    expect(heard).toEqual([true, false]);
  });

  it('reports a refusal', async () => {
    await pass(SECOND);
    source().fail(true);
    expect(heard).toEqual(['refused']);
  });
});
