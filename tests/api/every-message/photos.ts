import { eq } from 'drizzle-orm';
import { events, flagReports, photos } from '~db/schema';
import { FAVORITES_MAX } from '~/models/photo/star';
import { pixelBomb } from '../../images';
import { outlastCachedReads } from '../../setup/cached-reads';
import {
  addPhoto,
  addPhotos,
  createParty,
  join,
  sendPhoto,
  smallJpeg,
  type Party,
  type Person,
} from '../party';
import { call, form, page, sent, upload, type Rows } from './row';
import { guest, nobody, ofEvent, once, organizer, visitor, type Scene } from './scene';

// Photos, stars and reports.

async function pictureForm(fields: Record<string, string>, bytes?: Uint8Array) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const image = bytes ?? (await smallJpeg());
  body.set('image', new File([Uint8Array.from(image)], 'photo.jpg', { type: 'image/jpeg' }));
  return { body };
}
const adding = (fields: Record<string, string>, bytes?: () => Promise<Uint8Array>) =>
  upload(guest, '/photos/add', async () => pictureForm(fields, await bytes?.()));
const NO_PICTURE = () => Promise.resolve(Buffer.from('no picture'));

/** Somebody who has given all stars, in an event with one photo more. */
const starred = once(async ({ origin }) => {
  const party = await createParty(origin);
  const giver = await join(party);
  const [further, ...photos] = await addPhotos(party, FAVORITES_MAX + 1);
  for (const { id } of photos) {
    await giver.client.post('/api/favorites', { userId: giver.user.id, photoId: id });
  }
  return { giver, further };
});
const star = ({ user }: Person, photoId?: number) => ({ userId: user.id, photoId });

/** An event with these columns, a guest, and somebody else's photo. */
const changed = (columns: Partial<typeof events.$inferInsert>) =>
  once(async ({ origin, db }) => {
    const party = await createParty(origin);
    const [owner, giver] = [await join(party), await join(party)];
    const photo = await addPhoto(owner, 1);
    await db.update(events).set(columns).where(eq(events.id, party.event.id));
    await outlastCachedReads();
    return { party, owner, giver, photo };
  });
const past = new Date(Date.now() - 60_000);
const unvoted = changed({ votingEnabled: false });
const early = changed({ votingOpensAt: new Date(Date.now() + 60 * 60_000) });
const late = changed({ votingClosedAt: past });
const hidden = changed({ standings: 'hidden' });
type Made = (scene: Scene) => Promise<{ giver: Person; photo: { id: number }; party: Party }>;
const starIn = (made: Made, says?: string) => ({
  call: call(
    async (scene) => (await made(scene)).giver,
    'POST',
    '/api/favorites',
    async (scene) => star((await made(scene)).giver, (await made(scene)).photo.id),
  ),
  screen: form(
    async (scene) => (await made(scene)).giver,
    async (scene) => `/photos/${(await made(scene)).photo.id}/star`,
    { on: '1', next: '/feed' },
    { says },
  ),
});

/** A report that was dismissed, a photo that was hidden, and one that is reported twice. */
const reviewed = once(async ({ party, photo, db }) => {
  const { client } = await join(party);
  const flag = `/api/photos/${photo.id}/flag`;
  const { json } = await client.post<{ id: number }>(flag, {});
  await db
    .update(flagReports)
    .set({ status: 'dismissed', reviewedAt: past })
    .where(eq(flagReports.id, json.id));
  return { client, id: json.id };
});
const refusedPhoto = once(async ({ party, db }) => {
  const { id } = await addPhoto(await join(party), 1);
  await db.update(photos).set({ hiddenAt: past }).where(eq(photos.id, id));
  return id;
});

export const PHOTOS: Rows = {
  invalid_image: {
    call: async ({ guest }) => sendPhoto(guest, 2, Buffer.from('no picture')),
    screen: adding({ position: '2' }, NO_PICTURE),
  },
  file_required: {
    call: sent(guest, 'POST', '/api/photos', ({ guest: { user } }) => {
      const body = new FormData();
      const place = { userId: user.id, eventId: user.eventId, position: 2, imageUrl: '' };
      body.set('data', JSON.stringify(place));
      return { body };
    }),
    screen: upload(
      visitor,
      '/photos/new',
      () => {
        const body = new FormData();
        body.set('name', 'Ann Lee');
        return { body };
      },
      { keeps: { name: 'Ann Lee' } },
    ),
  },
  slot_unknown: {
    call: async ({ guest }) => sendPhoto(guest, 6, await smallJpeg()),
    screen: adding({ position: '6' }),
  },
  slot_taken: {
    call: async ({ guest }) => sendPhoto(guest, 1, await smallJpeg()),
    screen: adding({ position: '1' }),
  },
  caption_max: {
    call: call(guest, 'PATCH', ({ photo }) => `/api/photos/${photo.id}`, {
      caption: 'x'.repeat(41),
    }),
    screen: form(
      guest,
      ({ photo }) => `/photos/${photo.id}/caption`,
      { caption: 'x'.repeat(41) },
      { at: 'caption' },
    ),
  },
  file_too_large: {
    call: async ({ guest }) => sendPhoto(guest, 2, Buffer.alloc(26 * 1024 * 1024)),
    screen: adding({ position: '2' }, () => Promise.resolve(Buffer.alloc(26 * 1024 * 1024))),
  },
  too_many_pixels: {
    call: async ({ guest }) => sendPhoto(guest, 2, await pixelBomb()),
    screen: adding({ position: '2' }, pixelBomb),
  },
  photos_too_many: {
    call: call(guest, 'POST', '/api/seen', { ids: Array.from({ length: 201 }, (_, id) => id + 1) }),
    screen: 'Scripts alone say what was seen.',
  },
  limit_invalid: {
    call: call(guest, 'GET', ofEvent('/top-photos?limit=0')),
    screen: 'No screen asks for a part of the ranking.',
  },
  photo_not_found: {
    call: call(guest, 'POST', '/api/favorites', ({ guest }) => star(guest, 99_999_999)),
    screen: form(guest, '/photos/99999999/star/move', { from: '0' }),
  },
  own_photo: {
    call: call(guest, 'POST', '/api/favorites', ({ guest, photo }) => star(guest, photo.id)),
    screen: form(guest, ({ photo }) => `/photos/${photo.id}/star`, { on: '1', next: '/feed' }),
  },
  favorites_full: {
    call: call(
      async (scene) => (await starred(scene)).giver,
      'POST',
      '/api/favorites',
      async (scene) => {
        const { giver, further } = await starred(scene);
        return star(giver, further?.id);
      },
    ),
    screen: form(
      async (scene) => (await starred(scene)).giver,
      async (scene) => `/photos/${(await starred(scene)).further?.id}/star/move`,
      { from: '0' },
    ),
  },
  voting_disabled: starIn(unvoted, 'server:event.star.voting_disabled_text'),
  voting_not_open: starIn(early),
  voting_closed: starIn(late),
  standings_hidden: {
    call: call(
      async (scene) => (await hidden(scene)).giver,
      'GET',
      async (scene) => `/api/events/${(await hidden(scene)).party.event.id}/top-photos`,
    ),
    screen: page(async (scene) => (await hidden(scene)).giver, '/top/photos.zip', {
      isWhole: true,
      says: 'server:event.curtain.falls',
    }),
  },
  already_reported: {
    call: call(
      async (scene) => (await reviewed(scene)).client,
      'POST',
      ({ photo }) => `/api/photos/${photo.id}/flag`,
      {},
    ),
    screen: form(
      async (scene) => (await reviewed(scene)).client,
      ({ photo }) => `/photos/${photo.id}/report`,
      {},
      { isWhole: true },
    ),
  },
  report_not_found: {
    call: call(organizer, 'DELETE', '/api/flag-reports/99999999'),
    screen: form(organizer, '/flags/99999999', { status: 'dismissed' }),
  },
  report_reviewed: {
    call: call(
      organizer,
      'PATCH',
      async (scene) => `/api/flag-reports/${(await reviewed(scene)).id}`,
      {
        status: 'reviewed',
      },
    ),
    screen: form(organizer, async (scene) => `/flags/${(await reviewed(scene)).id}`, {
      status: 'reviewed',
    }),
  },
  report_status_invalid: {
    call: call(
      organizer,
      'PATCH',
      async (scene) => `/api/flag-reports/${(await reviewed(scene)).id}`,
      {
        status: 'fine',
      },
    ),
    screen: form(organizer, async (scene) => `/flags/${(await reviewed(scene)).id}`, {
      status: 'fine',
    }),
  },
  photo_refused: {
    call: call(
      organizer,
      'POST',
      async (scene) => `/api/photos/${await refusedPhoto(scene)}/approve`,
    ),
    screen: form(organizer, async (scene) => `/photos/${await refusedPhoto(scene)}/approve`, {}),
  },
  page_not_found: {
    call: call(nobody, 'GET', '/api/nothing'),
    screen: { ...page(nobody, '/nothing'), says: 'common:not_found.title' },
  },
};
