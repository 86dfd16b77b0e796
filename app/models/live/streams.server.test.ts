import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeNotification } from './rules';
import {
  createChangeStreams,
  STREAMS_A_PERSON,
  STREAMS_A_SCREEN,
  VISITORS_STREAMS_AN_ADDRESS,
  type ChangeStreams,
} from './streams.server';

const MINUTE = 60_000;
const EVENT = 123_456_789_012;

describe('the streams of a server', () => {
  let streams: ChangeStreams;
  beforeEach(() => {
    vi.useFakeTimers();
    streams = createChangeStreams({ areStandingsHidden: () => Promise.resolve(false) });
  });
  afterEach(() => {
    streams.close();
    vi.useRealTimers();
  });

  function open(userId: number | null = 7, eventId = EVENT, address = '192.0.2.1') {
    const heard = { told: [] as ChangeNotification[], beats: 0, isOver: false };
    const leave = streams.open({
      eventId,
      userId,
      mailboxId: userId,
      role: userId === null ? 'visitor' : 'participant',
      session: `session of ${userId}`,
      address,
      announce: (change) => heard.told.push(change),
      beat: () => (heard.beats += 1),
      end: () => (heard.isOver = true),
    });
    return { heard, leave };
  }

  function openFor(role: 'wall' | 'organizer', session = '7') {
    const heard = { told: [] as ChangeNotification[], isOver: false };
    const leave = streams.open({
      eventId: EVENT,
      userId: role === 'wall' ? null : 3,
      mailboxId: null,
      role,
      session,
      address: '192.0.2.1',
      announce: (change) => heard.told.push(change),
      beat: () => undefined,
      end: () => (heard.isOver = true),
    });
    return { heard, leave };
  }

  it('announce to a wall what it shows, and the wall to organizers only', async () => {
    const [wall, organizer, guest] = [openFor('wall'), openFor('organizer'), open()];
    const told = async (payload: string) => {
      streams.receive(`${EVENT} ${payload}`);
      await vi.advanceTimersByTimeAsync(100);
      return [wall, organizer, guest].map(({ heard }) => heard.told.splice(0)[0]?.of ?? []);
    };
    expect(await told('wall 0')).toEqual([['wall'], ['wall'], []]);
    expect((await told('photos 0'))[0]).toEqual(['photos', 'ranking']);
    expect((await told('stars 7'))[0]).toEqual(['ranking']);
    expect((await told('reports 0'))[0]).toEqual([]);
    expect((await told('messages 3'))[0]).toEqual([]);
    expect((await told('unseen_photos 7'))[0]).toEqual([]);
  });

  it('end with their screen, and with no other', () => {
    const [first, second, guest] = [openFor('wall', '7'), openFor('wall', '8'), open()];
    streams.receive(`${EVENT} wall_end 7`);
    expect([first, second, guest].map(({ heard }) => heard.isOver)).toEqual([true, false, false]);
  });

  it('are limited for a screen, and take no visitor’s place', () => {
    for (let count = 0; count < STREAMS_A_SCREEN; count++) {
      expect(openFor('wall').leave).not.toBeNull();
    }
    expect(openFor('wall').leave).toBeNull();
    expect(openFor('wall', '8').leave).not.toBeNull();
    for (let count = 0; count < VISITORS_STREAMS_AN_ADDRESS; count++) {
      expect(open(null).leave).not.toBeNull();
    }
    expect(open(null).leave).toBeNull();
  });

  it('combine changes that belong together', async () => {
    const { heard } = open();
    streams.receive(`${EVENT} photos 0`);
    streams.receive(`${EVENT} stars 7`);
    streams.receive(`${EVENT} photos 0`);
    expect(heard.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(heard.told).toEqual([{ of: ['photos', 'ranking', 'favorites'], within: 8 }]);
  });

  it('spread the refetches, over a longer time the more listeners there are', () => {
    const { heard } = open();
    for (let guest = 0; guest < 299; guest++) open(100 + guest);
    streams.receive(`${EVENT} event 0`);
    vi.advanceTimersByTime(100);
    expect(heard.told).toEqual([{ of: ['event'], within: 2400 }]);
  });

  it('announce every kind the listener may see after changes may have been missed', () => {
    const { heard } = open();
    streams.receive(null);
    vi.advanceTimersByTime(100);
    const of = ['photos', 'ranking', 'favorites', 'event', 'user', 'messages', 'tables'];
    expect(heard.told.map((change) => new Set(change.of))).toEqual([new Set(of)]);
  });

  it('beat, and end after five minutes at the latest', () => {
    const { heard } = open();
    vi.advanceTimersByTime(MINUTE);
    expect(heard).toMatchObject({ beats: 2, isOver: false });
    vi.advanceTimersByTime(4 * MINUTE);
    expect(heard.isOver).toBe(true);
    expect(streams.count).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are limited per person: a further one ends the oldest', () => {
    const own = Array.from({ length: STREAMS_A_PERSON + 1 }, () => open());
    const other = open(8);
    expect(own.map(({ heard }) => heard.isOver)).toEqual([true, false, false, false, false]);
    expect(other.heard.isOver).toBe(false);
  });

  it('are limited to 60 for the visitors of one address, across events', () => {
    const visit = (eventId = EVENT, address?: string) => open(null, eventId, address);
    const held = Array.from({ length: 60 }, (_, i) => visit(EVENT + (i % 3)));
    expect(held.map(({ leave }) => leave)).not.toContain(null);
    expect(visit().leave).toBeNull();
    expect(visit(EVENT + 9).leave).toBeNull();
    expect(visit(EVENT, '192.0.2.2').leave).not.toBeNull();
    // Participants count per person, since a party shares one address.
    for (let guest = 0; guest < 100; guest++) expect(open(100 + guest).leave).not.toBeNull();
    held[0]?.leave?.();
    expect(visit().leave).not.toBeNull();
  });

  it('are limited per event; closing one makes room', () => {
    const first = open(1);
    for (let guest = 1; guest < 1500; guest++) expect(open(100 + guest).leave).not.toBeNull();
    expect(open(2).leave).toBeNull();
    expect(open(3, EVENT + 1).leave).not.toBeNull();
    first.leave?.();
    first.leave?.();
    expect(open(2).leave).not.toBeNull();
    expect(open(4).leave).toBeNull();
  });

  it('end when the server stops, and no new one starts', () => {
    const { heard } = open();
    streams.close();
    expect(heard.isOver).toBe(true);
    expect(open().leave).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
