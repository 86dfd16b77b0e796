import { expect, inject, test } from 'vitest';
import { Client } from '../setup/client';
import { open } from './pages';
import {
  addPhoto,
  createParty,
  ENDED,
  expectStatus,
  join,
  signInAdministrator,
  type Party,
  type Person,
} from './party';

// The number of an event's photos is the same figure wherever it is shown (rule `photos.counted`).

const { origin } = inject('pgliteServer');

/** Five photos of two guests, two of which the organizer hides. */
async function fill(party: Party, browser: () => Client): Promise<void> {
  const [rosa, tom] = [
    await join(party, { name: 'Rosa Lind' }, browser()),
    await join(party, { name: 'Tom Girard' }, browser()),
  ];
  for (const [person, position] of [
    [rosa, 1],
    [rosa, 2],
    [tom, 1],
  ] as const) {
    await addPhoto(person, position);
  }
  await hide(party, tom, (await addPhoto(rosa, 3)).id);
  await hide(party, rosa, (await addPhoto(tom, 2)).id);
}

async function hide({ organizer }: Party, reporter: Person, photoId: number): Promise<void> {
  const flag = await reporter.client.post<{ id: number }>(`/api/photos/${photoId}/flag`, {});
  const path = `/api/flag-reports/${expectStatus(flag, 201).json.id}`;
  const review = { json: { status: 'reviewed' } };
  expectStatus(await organizer.client.request('PATCH', path, review), 200);
}

/** The number in the side bar beside the feed. */
const sideCount = ({ document }: { document: Document }) =>
  /\d+$/.exec(document.querySelector('.side nav a[href="/feed"]')?.textContent?.trim() ?? '')?.[0];

/** What the section with this heading says. */
const sectionOf = ({ document }: { document: Document }, title: string) =>
  [...document.querySelectorAll('section')].find(
    (section) => section.querySelector('h2')?.textContent === title,
  )?.textContent;

test('a hidden photo is counted nowhere while the event runs', async () => {
  const party = await createParty(origin);
  await fill(party, () => new Client(origin));
  const client = party.organizer.client.speak('en');
  const desk = await open(client, '/');
  expect(sectionOf(desk, 'How it’s going')).toMatch(/^How it’s going.*?photos\s*3\s*photos/);
  const columns = [...desk.document.querySelectorAll('section ol .sr-only')];
  const byHour = columns.map((one) => Number(/: (\d+) photo/.exec(one.textContent)?.[1]));
  expect(byHour.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(sideCount(desk)).toBe('3');
  expect((await open(client, '/feed')).text).toContain('3 photos');
  expect((await open(client, '/event/delete')).text).toContain('its 3 photos');
});

test('a hidden photo is counted nowhere once the event has ended; the administrator sees it separately', async () => {
  const party = await createParty(origin, ENDED);
  // All within an hour: shortly before its end they come a quarter of an hour earlier.
  const daysAgo = new Date().getMinutes() < 57 ? 1 : 1.01;
  await fill(party, () => new Client(origin).wasHere(daysAgo));
  const client = party.organizer.client.speak('en');
  const desk = await open(client, '/');
  const { document } = desk;
  const figures = sectionOf(desk, 'The party in numbers');
  expect(figures).toContain('3 photos');
  expect(figures).toContain('the busiest hour: 3 photos');
  expect(document.querySelector('a[href="/event/photos.zip"]')?.textContent).toContain('3 photos');
  expect(sideCount({ document })).toBe('3');

  const admin = (await signInAdministrator(origin)).speak('en');
  const list = await open(admin, `/admin/events?q=${party.event.id}`);
  expect(list.document.querySelector('td[data-l="Photos"]')?.textContent).toMatch(/^3\+ 2 hidden/);
  const inspected = await open(admin, `/admin/events/${party.event.id}`);
  expect(inspected.text).toContain('3 photos + 2 hidden');
});
