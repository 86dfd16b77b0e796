import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WallState } from '~/models/wall/rules';
import { connect } from './connection';
import { createServerTime } from './server-time';

/** A stream under the test's control. */
class Stream extends EventTarget {
  static last: Stream | null = null;
  isClosed = false;
  onerror: (() => void) | null = null;
  constructor(readonly url: string) {
    super();
    Stream.last = this;
  }
  close() {
    this.isClosed = true;
  }
  say(type: string) {
    this.dispatchEvent(new Event(type));
  }
}

type Send = (url: string, options: { headers: Record<string, string> }) => Promise<Response>;
const send = vi.fn<Send>();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  send.mockReset();
  Stream.last = null;
  const page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('window', Object.assign(page, { EventSource: Stream }));
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stateOf = (next: number) => ({ now: Date.now(), next }) as WallState;
const answerOf = (next: number) => Response.json(stateOf(next), { headers: { ETag: `"${next}"` } });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function start() {
  const told: number[] = [];
  const reach: boolean[] = [];
  let ended = 0;
  const connection = connect({
    path: '/wall/abc',
    time: createServerTime(),
    onState: ({ next }) => told.push(next),
    onEnded: () => (ended += 1),
    onReach: (isAway) => reach.push(isAway),
  });
  return { connection, told, reach, ended: () => ended };
}

it('asks every 5 s without a stream, every 30 s beside one, and at once when it announces', async () => {
  send.mockImplementation(async () => answerOf(1));
  const { connection } = start();
  await pass(20_000);
  expect(send).toHaveBeenCalledTimes(5);
  Stream.last?.say('ready');
  await pass(0);
  send.mockClear();
  await pass(29_000);
  expect(send).toHaveBeenCalledTimes(0);
  Stream.last?.say('changes');
  await pass(0);
  expect(send).toHaveBeenCalledTimes(1);
  await pass(30_000);
  expect(send).toHaveBeenCalledTimes(2);
  connection.stop();
});

it('sends the ETag, and takes a 304 for the state that it has', async () => {
  send.mockResolvedValueOnce(answerOf(1));
  send.mockResolvedValueOnce(new Response(null, { status: 304 }));
  const { connection, told } = start();
  await pass(5000);
  expect(send.mock.calls[1]?.[1].headers).toMatchObject({ 'If-None-Match': '"1"' });
  expect(told).toEqual([1]);
  connection.stop();
});

it.each([200, 304, 404])('drops an answer (%i) that comes after a later one', async (status) => {
  let answerLate: (response: Response) => void = () => undefined;
  send.mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve)));
  send.mockImplementation(async () => answerOf(2));
  const { connection, told, ended } = start();
  // The wall no longer waits for the first.
  await pass(15_000);
  expect(told).toContain(2);
  const late = status === 200 ? answerOf(1) : new Response(null, { status });
  answerLate(late);
  await pass(0);
  expect(told).not.toContain(1);
  expect(ended()).toBe(0);
  connection.stop();
});

it('goes on asking without the server, and says when it is away and back', async () => {
  send.mockResolvedValueOnce(answerOf(1));
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  const { connection, reach, told } = start();
  await pass(60_000);
  expect(reach).toEqual([true]);
  send.mockImplementation(async () => answerOf(2));
  await pass(5000);
  expect(reach).toEqual([true, false]);
  expect(told.at(-1)).toBe(2);
  connection.stop();
});

it('survives a proxy’s page and a server that fails', async () => {
  send.mockResolvedValueOnce(new Response('<html>', { status: 200 }));
  send.mockResolvedValueOnce(new Response('busy', { status: 503 }));
  send.mockImplementation(async () => answerOf(3));
  const { connection, told, ended } = start();
  await pass(10_000);
  expect(told).toEqual([3]);
  expect(ended()).toBe(0);
  connection.stop();
});

it('ends for good when the key is not valid any more, also if only the stream ends', async () => {
  send.mockImplementation(async () => answerOf(1));
  const { ended } = start();
  await pass(0);
  Stream.last?.say('ready');
  await pass(0);
  send.mockImplementation(async () => new Response('gone', { status: 404 }));
  Stream.last?.onerror?.();
  await pass(0);
  expect(ended()).toBe(1);
  send.mockClear();
  const stream = Stream.last;
  await pass(600_000);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(send).not.toHaveBeenCalled();
  expect(Stream.last).toBe(stream);
  expect(stream?.isClosed).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('tries a broken stream again, after half a minute at most', async () => {
  send.mockImplementation(async () => answerOf(1));
  const { connection } = start();
  for (let turn = 0; turn < 8; turn += 1) {
    const before = Stream.last;
    before?.onerror?.();
    await pass(30_000);
    expect(Stream.last).not.toBe(before);
    expect(before?.isClosed).toBe(true);
  }
  connection.stop();
});

it('asks as soon as the device wakes up', async () => {
  send.mockImplementation(async () => answerOf(1));
  const { connection } = start();
  await pass(1000);
  send.mockClear();
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(send).toHaveBeenCalledTimes(1);
  connection.stop();
});
