import sharp from 'sharp';
import { FAVORITES_MAX } from '../../app/models/favorite';
import { CLIENT_COMPRESSION } from '../../app/models/photo';
import { paths } from '../../app/paths';
import { upload } from '../../scripts/party/guest';
import type { LedgerPhoto } from '../../scripts/party/ledger';
import {
  makePhonePhotos,
  PICTURES_MADE,
  type PartyPhoto,
  type PhotoSource,
} from '../../scripts/party/photos';
import { pick, pickFavourites, type Random } from '../../scripts/party/random';
import { userShape } from '../../scripts/party/shapes';
import type { Phone } from './phone';

// What guests do, with the requests that Chromium makes for it.

/** One in so many phones has no scripts, or an old browser, and sends photos as they are. */
const CAMERA_EVERY = 10;
/** One in so many who have given their stars looks at the podium. */
const CURIOUS_EVERY = 4;

/** The files of the program that phones load, by the screen that names them. */
export interface Program {
  join: string[];
  home: string[];
}

/** The addresses of the program's files that a page names. */
export function filesOf(page: string): string[] {
  return [...new Set(page.match(/\/assets\/[\w.-]+/g))];
}

/** From the QR code to the contact sheet: the visitor's way in, then Login/Register. */
export async function joinEvent(phone: Phone, program: Program): Promise<void> {
  const { guest, party } = phone;
  const { name: event, organizerName } = party.event;
  const names = { event, organizerName };
  const link = paths.join({ event, organizer: organizerName });
  const confirmation = paths.joinConfirm({ event, organizer: organizerName });
  await phone.open(link);
  await phone.files(program.join);
  await phone.send(dataOf(link), names, [202]);
  await phone.load(dataOf(confirmation));
  await phone.send(dataOf(confirmation), names, [202]);
  await phone.files(program.home);
  await phone.load('/_root.data');

  const login = dataOf(paths.login());
  await phone.load(login);
  const person = { name: guest.name, email: guest.email, consent: 'on' };
  await phone.send(login, { ...person, intent: 'check' }, [200]);
  await phone.load(login);
  await phone.send(login, { ...person, intent: 'submit' }, [202]);
  await phone.load('/_root.data');
  const user = await guest.client.read(userShape, 'GET', '/api/user');
  guest.id = user.id;
  party.findings.expect(
    user.name === guest.name && !user.isOrganizer && !user.isVisitor,
    `${guest.name}: the record after joining is not a participant's`,
  );
  await phone.tap('feed');
}

/** A photo into the next free slot, and back to the contact sheet. */
export async function sendPhoto(phone: Phone): Promise<void> {
  const { guest, party } = phone;
  await phone.tap('profile');
  await upload(party, guest, party.ledger.photosOf(guest.id).length + 1);
  await phone.refresh('profile');
  await phone.tap('feed');
}

/** A star for a photo of somebody else; some who have none left go to see how the podium stands. */
export async function giveStar(phone: Phone, popular: readonly LedgerPhoto[]): Promise<void> {
  const { guest, party } = phone;
  const held = new Set(party.ledger.starsOf(guest.id));
  const [photo] = pickFavourites(popular, 1 + FAVORITES_MAX * 2, guest.random).filter(
    ({ id, userId }) => userId !== guest.id && !held.has(id),
  );
  if (!photo) return;
  const next = `${paths.feed()}#photo-${photo.id}`;
  await phone.send(`${paths.star(photo.id)}.data`, { on: '1', next, answer: 'data' }, [200]);
  party.ledger.addStar(guest.id, photo.id);
  await phone.refresh('feed');
  const isDone = held.size + 1 === FAVORITES_MAX;
  if (isDone && guest.index % CURIOUS_EVERY === 0) await phone.tap('top');
}

/** Where React asks for what a page at this address shows. */
function dataOf(path: string): string {
  const [pathname = '', query] = path.split('?');
  return query ? `${pathname}.data?${query}` : `${pathname}.data`;
}

/**
 * A dozen pictures: as a phone's page shrinks them, and some as its camera wrote them. Each is sent many
 * times; what the server does with one does not depend on the others.
 */
export async function makePhotos(random: Random, onMade: () => void): Promise<PhotoSource> {
  const camera = await makePhonePhotos(random, onMade);
  const shrunk = await Promise.all(
    Array.from({ length: PICTURES_MADE }, async (_, index) =>
      shrink(await camera.next(random, `${index}`)),
    ),
  );
  let count = 0;
  return {
    description:
      `${shrunk.length} made WebP files of ${CLIENT_COMPRESSION.maxWidthOrHeight} px, ` +
      `${kilobytes(shrunk, Math.min)} to ${kilobytes(shrunk, Math.max)} KB; ` +
      `every ${CAMERA_EVERY}th photo is one of ${camera.description}`,
    next: (choose, stamp) => {
      count += 1;
      if (count % CAMERA_EVERY === 0) return camera.next(choose, stamp);
      const photo = pick(shrunk, choose);
      if (!photo) throw new Error('there is no picture to send');
      return Promise.resolve({ ...photo, name: `IMG_${stamp}.webp` });
    },
  };
}

async function shrink(photo: PartyPhoto): Promise<PartyPhoto> {
  const { maxWidthOrHeight: edge, initialQuality } = CLIENT_COMPRESSION;
  const { data, info } = await sharp(photo.bytes)
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside' })
    .withIccProfile('srgb')
    .webp({ quality: initialQuality * 100 })
    .toBuffer({ resolveWithObject: true });
  const upright = { width: info.width, height: info.height };
  return { ...photo, type: 'image/webp', bytes: data, origin: { ...photo.origin, upright } };
}

function kilobytes(photos: PartyPhoto[], which: (...sizes: number[]) => number): string {
  return (which(...photos.map(({ bytes }) => bytes.length)) / 1000).toFixed(0);
}
