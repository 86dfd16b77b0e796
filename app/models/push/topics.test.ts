import { describe, expect, test } from 'vitest';
import { PUSH_TOPICS, type PushTopic } from './rules';
import { TOPICS, type PushedEvent } from './topics';

const timeZone = 'Europe/Paris';
const event: PushedEvent = {
  startDate: '2026-06-13',
  endDate: '2026-06-14',
  endedAt: null,
  standings: null,
  votingEnabled: true,
  votingOpensAt: null,
  votingClosesAt: null,
  votingClosedAt: null,
  revealedAt: null,
  flashMissionId: null,
  flashedAt: null,
};
/** A time of that weekend in Paris, which is two hours ahead of UTC. */
const at = (day: number, time: string) => new Date(`2026-06-${day}T${time}+02:00`);

/** From when until when a notice is due, to the second; null if it never is. */
function spanOf(topic: PushTopic, changes: Partial<PushedEvent>) {
  const isDue = (ms: number) =>
    TOPICS[topic].dueOf({ ...event, ...changes }, { now: new Date(ms), timeZone }) !== null;
  // Minute by minute, and by the second where that changes something.
  const edges: number[] = [];
  const [begin, end] = [at(12, '00:00').getTime(), at(18, '00:00').getTime()];
  for (let ms = begin; ms < end; ms += 60_000) {
    if (isDue(ms) === isDue(ms + 60_000)) continue;
    for (let second = ms; second < ms + 60_000; second += 1000) {
      if (isDue(second) !== isDue(second + 1000)) edges.push(second);
    }
  }
  const [before, last, ...others] = edges;
  expect(others).toEqual([]);
  if (before === undefined || last === undefined) return null;
  return [new Date(before + 1000), new Date(last)];
}

test('nothing is due for an event without times while it runs', () => {
  for (const topic of PUSH_TOPICS) {
    expect(TOPICS[topic].dueOf(event, { now: at(14, '20:00:00'), timeZone })).toBeNull();
  }
});

describe('a flash mission', () => {
  const flash = { flashMissionId: 7, flashedAt: at(14, '22:00:00') };
  const dueAt = (time: string, changes: Partial<PushedEvent>) =>
    TOPICS.flash.dueOf({ ...event, ...changes }, { now: at(14, time), timeZone });

  test('is announced while it runs', () => {
    const ends = at(14, '22:10:00');
    for (const time of ['22:00:00', '22:09:59']) {
      expect(dueAt(time, flash)).toEqual({ about: ends, until: ends });
    }
    expect(dueAt('22:10:00', flash)).toBeNull();
  });

  test('is not announced once its mission was removed, or its event has ended', () => {
    expect(dueAt('22:01:00', { ...flash, flashMissionId: null })).toBeNull();
    expect(dueAt('22:01:00', { ...flash, endedAt: at(14, '22:00:30') })).toBeNull();
  });
});

describe('the closing of the vote', () => {
  const closes = at(14, '22:00:00');
  test('is announced in its last ten minutes, but not in the very last', () => {
    expect(spanOf('voting-closes', { votingClosesAt: closes })).toEqual([
      at(14, '21:50:00'),
      at(14, '21:59:00'),
    ]);
  });
  test.each<[string, Partial<PushedEvent>]>([
    ['the vote is switched off', { votingEnabled: false }],
    ['the votes are counted already', { votingClosedAt: at(14, '21:00:00') }],
    ['the event has ended', { endedAt: at(13, '21:00:00') }],
    ['voting has not opened', { votingOpensAt: at(14, '21:59:30') }],
  ])('is not announced when %s', (_why, changes) => {
    expect(spanOf('voting-closes', { votingClosesAt: closes, ...changes })).toBeNull();
  });
});

test('the reveal is announced half a minute ahead, and for a quarter of an hour', () => {
  expect(spanOf('reveal', { revealedAt: at(14, '23:00:00') })).toEqual([
    at(14, '22:59:30'),
    at(14, '23:14:59'),
  ]);
});

describe('the morning after', () => {
  test('comes at ten on the day after the last one, in the event’s zone', () => {
    expect(spanOf('morning', {})).toEqual([at(15, '10:00:00'), at(15, '17:59:59')]);
  });
  test('comes the day after an event was ended by hand', () => {
    expect(spanOf('morning', { endedAt: at(13, '23:30:00') })?.[0]).toEqual(at(14, '10:00:00'));
  });
  test('comes with the mail, hours after an event was ended at night', () => {
    expect(spanOf('morning', { endedAt: at(14, '02:00:00') })?.[0]).toEqual(at(14, '10:00:00'));
    expect(spanOf('morning', { endedAt: at(14, '06:00:00') })?.[0]).toEqual(at(15, '10:00:00'));
  });
  test('does not come for an event that was ended before it began', () => {
    expect(spanOf('morning', { startDate: '2026-06-14', endedAt: at(13, '12:00:00') })).toBeNull();
  });
});
