import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToldChange } from './change';
import { createChangeStreams, STREAMS_A_PERSON, type ChangeStreams } from './change-streams.server';

const MINUTE = 60_000;
const EVENT = 123_456_789_012;

describe('the streams of a server', () => {
  let streams: ChangeStreams;
  beforeEach(() => {
    vi.useFakeTimers();
    streams = createChangeStreams();
  });
  afterEach(() => {
    streams.close();
    vi.useRealTimers();
  });

  function open(owner = 'ann', eventId = EVENT) {
    const heard = { told: [] as ToldChange[], beats: 0, isOver: false };
    const leave = streams.open({
      eventId,
      userId: 7,
      role: 'participant',
      owner,
      announce: (change) => heard.told.push(change),
      beat: () => (heard.beats += 1),
      end: () => (heard.isOver = true),
    });
    return { heard, leave };
  }

  it('tell once what belongs together', () => {
    const { heard } = open();
    streams.hear(`${EVENT} photos 0`);
    streams.hear(`${EVENT} stars 7`);
    streams.hear(`${EVENT} photos 0`);
    expect(heard.told).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(heard.told).toEqual([{ of: ['photos', 'ranking', 'favorites'], within: 8 }]);
  });

  it('spread those who will ask, the more the longer', () => {
    const { heard } = open();
    for (let guest = 0; guest < 299; guest++) open(`guest ${guest}`);
    streams.hear(`${EVENT} event 0`);
    vi.advanceTimersByTime(100);
    expect(heard.told).toEqual([{ of: ['event'], within: 2400 }]);
  });

  it('tell everything that one may see when something may have been missed', () => {
    const { heard } = open();
    streams.hear(null);
    vi.advanceTimersByTime(100);
    const of = ['photos', 'ranking', 'favorites', 'event', 'user', 'messages'];
    expect(heard.told.map((change) => new Set(change.of))).toEqual([new Set(of)]);
  });

  it('beat, and end after five minutes at most', () => {
    const { heard } = open();
    vi.advanceTimersByTime(MINUTE);
    expect(heard).toMatchObject({ beats: 2, isOver: false });
    vi.advanceTimersByTime(4 * MINUTE);
    expect(heard.isOver).toBe(true);
    expect(streams.count).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are few for one person: a further one ends the oldest', () => {
    const own = Array.from({ length: STREAMS_A_PERSON + 1 }, () => open());
    const other = open('bob');
    expect(own.map(({ heard }) => heard.isOver)).toEqual([true, false, false, false, false]);
    expect(other.heard.isOver).toBe(false);
  });

  it('have no room for more than an event may have; whoever leaves makes some', () => {
    const first = open('first');
    for (let guest = 1; guest < 1500; guest++) expect(open(`${guest}`).leave).not.toBeNull();
    expect(open('late').leave).toBeNull();
    expect(open('elsewhere', EVENT + 1).leave).not.toBeNull();
    first.leave?.();
    first.leave?.();
    expect(open('late').leave).not.toBeNull();
    expect(open('later').leave).toBeNull();
  });

  it('end when the server stops, and none begins any more', () => {
    const { heard } = open();
    streams.close();
    expect(heard.isOver).toBe(true);
    expect(open().leave).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
