import { expect, test } from 'vitest';
import { nextFlashAt, runningFlash } from './flash';

// Rule `missions.flash`.

const startedAt = new Date('2026-06-15T20:00:00Z');
const endsAt = new Date('2026-06-15T20:10:00Z');
const today = '2026-06-15';
const event = { flashMissionId: 7, flashedAt: startedAt, endDate: today, endedAt: null };
const before = { now: new Date(endsAt.getTime() - 1), today };

test('a flash mission runs for ten minutes, whose end does not count', () => {
  expect(runningFlash(event, before)).toEqual({ missionId: 7, startedAt, endsAt });
  expect(runningFlash(event, { now: endsAt, today })).toBeNull();
  expect(runningFlash({ ...event, flashedAt: null }, before)).toBeNull();
});

test('it ends with its mission and with its event', () => {
  expect(runningFlash({ ...event, flashMissionId: null }, before)).toBeNull();
  expect(runningFlash({ ...event, endedAt: startedAt }, before)).toBeNull();
  expect(runningFlash({ ...event, endDate: '2026-06-14' }, before)).toBeNull();
});

test('the next one waits until ten minutes have passed, even if its mission is gone', () => {
  expect(nextFlashAt(event, before.now)).toEqual(endsAt);
  expect(nextFlashAt({ ...event, flashMissionId: null }, before.now)).toEqual(endsAt);
  expect(nextFlashAt(event, endsAt)).toBeNull();
  expect(nextFlashAt({ flashMissionId: null, flashedAt: null }, endsAt)).toBeNull();
});
