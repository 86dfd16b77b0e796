import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_MAX_USERS } from '~/models/event/rules';
import { CARDS_EACH } from '~/models/mission/rules';
import { FAVORITES_MAX } from '~/models/photo/star';
import { TABLES_MAX } from '~/models/table/rules';
import { paths } from '~/paths';
import { createParty, expectStatus, nameTables, signInAdministrator } from '../../tests/api/party';
import { seeded, shuffle } from '../../tests/setup/random';
import { cameraPhotos, shrinkAsPages } from '../support/pictures';
import { Books } from './books';
import { Browser } from './browser';
import { Measured } from './measured';
import { Phone, type Program } from './phone';
import { play, spread } from './schedule';

/** The settings of a rush. Times are in ms, already divided by `compress`. */
export interface Settings {
  guests: number;
  /** The photos that each guest sends. */
  photos: number;
  compress: number;
  times: {
    joining: number;
    uploading: number;
    starring: number;
    opening: number;
    watching: number;
  };
}

/** One of this many phones has no scripts or an old browser, and sends photos unshrunk. */
const CAMERA_EVERY = 10;
const PICTURES = 8;
/** The guests at a table. */
const SEATS = 8;

/**
 * Plays an event on a running server, from the QR code to the podium and the morning after.
 * @param aroundPart runs each part, and may measure it
 */
export async function playRush(
  { guests, photos, compress, times }: Settings,
  origin: string,
  aroundPart: (name: string, work: () => Promise<void>) => Promise<void>,
) {
  const camera = await cameraPhotos(PICTURES);
  const shrunk = await Promise.all(camera.map(shrinkAsPages));
  const [books, measured, random] = [new Books(), new Measured(), seeded(1)];
  const party = await createParty(origin);
  if (guests > DEFAULT_MAX_USERS) {
    const path = `/api/events/${party.event.id}/max-users`;
    const admin = await signInAdministrator(origin);
    expectStatus(await admin.request('PATCH', path, { json: { maxUsers: guests } }), 200);
  }
  const tables = Math.min(TABLES_MAX, Math.ceil(guests / SEATS));
  await nameTables(
    party,
    Array.from({ length: tables }, (_, index) => String(index + 1)),
  );
  const missions = `/api/events/${party.event.id}/missions`;
  expectStatus(await party.organizer.client.post(missions, { set: 'wedding' }), 201);
  const phones = Array.from({ length: guests }, (_, index) => {
    const [name, email] = [`Amélie ${index}`, `amelie.${index}@example.com`];
    const guest = { index, id: 0, name, email, table: (index % tables) + 1 };
    return new Phone(guest, new Browser(origin, measured), { party, books, random, compress });
  });
  const card = { event: party.names.event, organizer: party.names.organizerName };
  const opened = new Browser(origin, measured);
  const program: Program = {
    join: filesOf((await opened.get(paths.join(card))).text),
    home: filesOf((await party.organizer.client.get(paths.home('profile'))).text),
  };

  const part = (name: string, work: () => Promise<void>) => {
    measured.begin(name);
    return aroundPart(name, work);
  };
  const all = (
    name: string,
    { each = 1, within }: { each?: number; within: number },
    act: (phone: Phone) => Promise<void>,
  ) =>
    part(name, async () => {
      const present = phones.filter(({ guest }) => guest.id > 0 || name === 'joining');
      const plan = spread(present, { times: each, windowMs: within, random });
      await play(plan, (phone) => books.attempt(phone.guest.name, () => act(phone)));
    });
  await all('joining', { within: times.joining }, (phone) => phone.join(program));
  let sent = 0;
  await all('uploading', { each: photos, within: times.uploading }, (phone) => {
    sent += 1;
    const made = sent % CAMERA_EVERY === 0 ? camera : shrunk;
    return phone.sendPhoto(made[sent % PICTURES] as Buffer);
  });
  // The same people are popular with everybody, or the podium would be random.
  const popular = shuffle([...books.photos.values()], random);
  await all('starring', { each: FAVORITES_MAX, within: times.starring }, (phone) =>
    phone.giveStar(popular),
  );
  await all('podium opened', { within: times.opening }, (phone) => phone.openPodium());
  await part('podium watched', () => sleep(times.watching));
  for (const phone of phones) phone.close();
  measured.begin('counting');
  await books.attempt('the organizer', () => books.check(party, phones));
  await part('the end', async () => {
    const end = `/api/events/${party.event.id}/end`;
    expectStatus(await party.organizer.client.post(end, {}), 200);
  });
  await all('the morning after', { within: times.opening }, (phone) => phone.wakeUp());
  measured.begin('counting again');
  await books.attempt('the organizer, after the end', () => books.check(party, phones));
  await books.attempt('all photos', async () => {
    for (const { browser } of phones.slice(0, 1)) await books.checkAllPhotos(browser);
  });
  const joined = phones.filter(({ guest }) => guest.id > 0).length;
  const totals = [
    { name: 'people', found: joined, expected: guests },
    { name: 'photos', found: books.photos.size, expected: guests * photos },
    { name: 'stars', found: books.totalStars, expected: guests * FAVORITES_MAX },
    { name: 'cards', found: books.missions.size, expected: guests * Math.min(photos, CARDS_EACH) },
  ];
  const isExact =
    books.wrong.length === 0 &&
    measured.errors === 0 &&
    totals.every(({ found, expected }) => found === expected);
  return { measured, books, totals, isExact };
}

/** The URLs of the application's files that a page names. */
function filesOf(page: string): string[] {
  return [...new Set(page.match(/\/assets\/[\w.-]+/g))];
}
