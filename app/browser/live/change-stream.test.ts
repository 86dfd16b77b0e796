import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeNotification } from '~/models/live/rules';
import { holdStream } from './change-stream';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a browser gives, for a test to answer in the server's place. */
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
  /** The connection breaks, or was refused by the server. */
  fail(isRefused = false) {
    this.readyState = isRefused ? Source.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
}

describe('a stream of changes', () => {
  let page: EventTarget;
  let tab: EventTarget & { hidden: boolean; readyState: string };
  let heard: (ChangeNotification | boolean | 'refused')[];
  let end: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    page = new EventTarget();
    tab = Object.assign(new EventTarget(), { hidden: false, readyState: 'complete' });
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', tab);
    vi.stubGlobal('EventSource', Source);
    Source.opened = [];
    heard = [];
    end = holdStream('/changes', {
      onChange: (change) => heard.push(change),
      onState: (isTold) => heard.push(isTold),
      onRefused: () => heard.push('refused'),
    });
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const pass = (time: number) => vi.advanceTimersByTime(time);
  const source = () => Source.opened.at(-1) as Source;
  const isOpen = () => Source.opened.some(({ readyState }) => readyState !== Source.CLOSED);
  const begin = () => {
    pass(SECOND);
    source().say('ready');
  };

  it('opens after the page has come, and tells what it hears', () => {
    expect(isOpen()).toBe(false);
    begin();
    const change = { of: ['photos'], within: 8 };
    source().say('changes', JSON.stringify(change));
    expect(heard).toEqual([true, change]);
  });

  it('is closed while nobody can see the page, and open again at once after that', () => {
    begin();
    tab.hidden = true;
    tab.dispatchEvent(new Event('visibilitychange'));
    expect(isOpen()).toBe(false);
    pass(30 * MINUTE);
    expect(isOpen()).toBe(false);
    tab.hidden = false;
    tab.dispatchEvent(new Event('visibilitychange'));
    expect(isOpen()).toBe(true);
    expect(heard).toEqual([true, false]);
  });

  it('is closed when the page is left, and opens again when Back brings it', () => {
    begin();
    page.dispatchEvent(new Event('pagehide'));
    expect(isOpen()).toBe(false);
    page.dispatchEvent(new Event('pageshow'));
    begin();
    expect(heard).toEqual([true, false, true]);
  });

  it('that breaks is tried again, later each time, up to five minutes', () => {
    begin();
    source().fail();
    expect(heard).toEqual([true, false]);
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const before = Source.opened.length;
      let wait = 0;
      for (; Source.opened.length === before; wait++) pass(SECOND);
      waits.push(wait);
      source().fail();
    }
    expect(waits).toEqual([2, 8, 32, 128, 300, 300]);
  });

  it('is one at a time, whatever happens', () => {
    for (let tries = 0; tries < 5; tries++) {
      pass(MINUTE);
      page.dispatchEvent(new Event('online'));
      page.dispatchEvent(new Event('pageshow'));
    }
    const open = Source.opened.filter(({ readyState }) => readyState !== Source.CLOSED);
    expect(open.length).toBeLessThanOrEqual(1);
  });

  it('that a proxy holds back counts as none', () => {
    pass(SECOND);
    pass(9 * SECOND);
    expect(isOpen()).toBe(true);
    pass(SECOND);
    expect(isOpen()).toBe(false);
    expect(heard).toEqual([]);
  });

  it('that falls silent is broken, one that beats is not', () => {
    begin();
    for (let beats = 0; beats < 4; beats++) {
      pass(25 * SECOND);
      source().say('beat');
    }
    expect(heard).toEqual([true]);
    pass(MINUTE);
    expect(heard).toEqual([true, false]);
  });

  it('that is refused says so', () => {
    pass(SECOND);
    source().fail(true);
    expect(heard).toEqual(['refused']);
  });
});
