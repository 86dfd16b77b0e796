import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ACCESS, can, type Actor } from './access';

const actors = {
  visitor: { userId: null, eventId: 1, role: 'visitor' },
  owner: { userId: 7, eventId: 1, role: 'participant' },
  other: { userId: 8, eventId: 1, role: 'participant' },
  organizer: { userId: 9, eventId: 1, role: 'organizer' },
  stranger: { userId: 10, eventId: 2, role: 'organizer' },
} satisfies Record<string, Actor>;

/** Done to a thing of user 7's in event 1, this is who may. */
const MAY: Record<keyof typeof ACCESS, string[]> = {
  'event.read': ['visitor', 'owner', 'other', 'organizer'],
  'photo.read': ['visitor', 'owner', 'other', 'organizer'],
  'photo.add': ['owner'],
  'photo.delete': ['owner', 'organizer'],
  'photo.star': ['other', 'organizer'],
  'photo.report': ['other', 'organizer'],
  'favorite.remove': ['owner', 'other', 'organizer'],
  'event.manage': ['organizer'],
  'member.remove': ['organizer'],
  'message.toEveryone': ['organizer'],
  'message.markRead': ['owner'],
};

test.each(Object.keys(ACCESS) as (keyof typeof ACCESS)[])('who may %s', (action) => {
  const allowed = Object.entries(actors)
    .filter(([, actor]) => can(actor, action, { eventId: 1, ownerId: 7 }))
    .map(([name]) => name);
  expect(allowed).toEqual(MAY[action]);
});

test('every rule is asked by somebody', () => {
  const app = new URL('../', import.meta.url);
  const sources = readdirSync(fileURLToPath(app), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(new URL(file, app), 'utf8'));
  const asked = sources.flatMap((source) =>
    Array.from(source.matchAll(/\bcan\(\s*[^,()]+,\s*'([\w.]+)'/g), ([, rule]) => rule),
  );
  expect(Object.keys(ACCESS).filter((rule) => !asked.includes(rule))).toEqual([]);
});

test('an organizer does not remove oneself', () => {
  expect(can(actors.organizer, 'member.remove', { eventId: 1, ownerId: 9 })).toBe(false);
});

test('a visitor owns nothing, not even what nobody owns', () => {
  const nobodys = { eventId: 1 };
  expect(can(actors.visitor, 'photo.delete', nobodys)).toBe(false);
  expect(can(actors.visitor, 'photo.add', nobodys)).toBe(false);
});
