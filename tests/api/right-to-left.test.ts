import { beforeAll, expect, inject, test } from 'vitest';
import type { PublicEvent } from '~/models/event/shape';
import { attributesOf, textOf } from '../setup/html';
import { open } from './pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  unique,
  type Party,
  type Person,
} from './party';

// Right-to-left names with digits at their ends, on left-to-right pages.

const { origin } = inject('pgliteServer');

const EVENT = `2026 \u05de\u05e1\u05d9\u05d1\u05d4 ${unique()} 7`;
const ORGANIZER = `12 \u05d3\u05e0\u05d4 \u05db\u05d4\u05df`;
const GUEST = '7 \u0644\u064a\u0644\u0649 24';
const isolated = (name: string) => `\u2068${name}\u2069`;
const set = (name: string) => `<bdi>${name}</bdi>`;

let party: Party;
let guest: Person;
beforeAll(async () => {
  party = await createParty(origin, { name: EVENT, organizerName: ORGANIZER });
  guest = await join(party, { name: GUEST });
  const { id: photoId } = await addPhoto(guest, 1);
  const { client, user } = party.organizer;
  expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
  expectStatus(await client.post(`/api/photos/${photoId}/flag`, { reason: 'blur' }), 201);
  const message = { toUserId: party.organizer.user.id, message: 'Hi' };
  expectStatus(await guest.client.post('/api/messages', message), 201);
});

const asOrganizer = (path: string) => open(party.organizer.client.speak('en'), path);

test('beside other words a name is isolated', async () => {
  // Podium and prints show only the first word.
  const drawn = {
    '/feed': '7<span class="sr-only"> \u0644\u064a\u0644\u0649 24</span>',
    '/top': '7',
    '/participants': GUEST,
    '/flags': GUEST,
    '/messages': GUEST,
  };
  for (const [path, name] of Object.entries(drawn)) {
    expect([path, (await asOrganizer(path)).html.includes(set(name))]).toEqual([path, true]);
  }
  for (const path of ['/event/rules', '/feed', '/top']) {
    expect([path, (await asOrganizer(path)).html.includes(set(EVENT))]).toEqual([path, true]);
  }
  const talk = await asOrganizer(`/messages?with=${guest.user.id}`);
  const names = [...talk.document.querySelectorAll('bdi')].map(textOf);
  expect(names.filter((name) => name === GUEST)).toHaveLength(3);
  expect((await open(guest.client.speak('fr'), '/')).html).toContain(set(GUEST));
});

test('in a sentence, an attribute and a title as well', async () => {
  const feed = await asOrganizer('/feed');
  const said = attributesOf(feed.document, 'img', 'alt');
  expect(said).toContain(`Photo by ${isolated(GUEST)}`);
  const talk = await asOrganizer(`/messages?with=${guest.user.id}`);
  expect(talk.text).toContain(`Your message to ${isolated(GUEST)}`);
  const photos = await guest.client.get<{ id: number }[]>(`/api/photos/event/${party.event.id}`);
  const photo = await asOrganizer(`/photos/${photos.json[0]?.id}`);
  expect(photo.document.title).toContain(`Photo by ${isolated(GUEST)}`);
});

test('what is not a sentence stays as it is: answers, URLs, file names', async () => {
  const event = await guest.client.get<PublicEvent>(`/api/events/${party.event.id}`);
  expect(event.json.name).toBe(EVENT);
  const invite = await asOrganizer('/event/invite');
  const [link] = attributesOf(invite.document, 'input[value*="/e/"]', 'value');
  expect(link).toMatch(/^[\x21-\x7e]+$/);
  expect(link).not.toContain('%E2%81');
  const csv = await party.organizer.client.get('/event/ranking.csv');
  expect(csv.text).toContain(GUEST);
  const pdf = await guest.client.get(`/invitation-pdf/${party.event.id}/pdf`);
  for (const { text, headers } of [csv, pdf]) {
    expect(text).not.toContain('\u2068');
    expect(headers.get('Content-Disposition')).not.toContain('%E2%81');
  }
});
