import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, users, type EventRow } from '~db/schema';
import { getEvent } from '~/models/event/read.server';
import {
  ALBUM_PHOTOS,
  BOOK_PAGES,
  readAlbum,
  readBook,
  readPrints,
} from '~/models/keepsake/album.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { closeVoting } from '~/models/photo/result.server';
import { setAnswer } from '~/models/user/answers.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';

// Rules `album.…`.

const NOW = new Date(`${TODAY}T20:00:00.000Z`);

withDatabases('what the organizer prints', (getDb) => {
  async function party(fields: Partial<EventRow> = {}) {
    const db = getDb();
    const { event, organizer } = await createTestEvent(db, { maxUsers: 100, ...fields });
    const zoe = await createTestUser(db, event.id, { name: 'Zoé Blum' });
    const karim = await createTestUser(db, event.id, { name: 'Karim Saïd' });
    const photos = [
      await createTestPhoto(db, karim),
      await createTestPhoto(db, zoe, { position: 2 }),
      await createTestPhoto(db, zoe, { position: 1 }),
    ];
    return { event, organizer, zoe, karim, photos };
  }
  type Own = Awaited<ReturnType<typeof party>>;

  const close = ({ event, organizer }: Own) =>
    closeVoting(getDb(), { actor: asking(organizer), eventId: event.id, now: () => NOW });
  const asked = async ({ event, organizer }: Own, user = organizer) => ({
    actor: asking(user),
    event: await getEvent(getDb(), { eventId: event.id }),
    now: NOW,
  });
  const album = async (own: Own, part = 1) => readAlbum(getDb(), { ...(await asked(own)), part });
  const book = async (own: Own, part = 1) => readBook(getDb(), { ...(await asked(own)), part });
  const prints = async (own: Own, user = own.organizer) =>
    readPrints(getDb(), await asked(own, user));
  const agree = (user: Own['zoe'], isNamed = true) =>
    setAnswer(getDb(), { actor: asking(user), answer: { mayBeNamed: isNamed } });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );

  test('only organizers, and only once the result is final and open', async () => {
    const own = await party();
    expect(await prints(own)).toBeNull();
    expect(await codeOf(album(own))).toBe('result_none');
    expect(await codeOf(book(own))).toBe('result_none');
    await close(own);
    expect(await prints(own)).toEqual({ albumParts: 1, bookParts: 0, bookPages: 0 });
    expect(await prints(own, own.zoe)).toBeNull();
    for (const read of [readAlbum, readBook]) {
      const guest = read(getDb(), { ...(await asked(own, own.zoe)), part: 1 });
      expect(await codeOf(guest)).toBe('access_denied');
    }
    const hidden = await party({ standings: 'hidden' });
    await close(hidden);
    expect(await prints(hidden)).toBeNull();
    expect(await codeOf(album(hidden))).toBe('standings_hidden');
    expect(await codeOf(book(hidden))).toBe('standings_hidden');
  });

  test('the album has all visible photos as they came, after the podium', async () => {
    const own = await party();
    const [first, second, third] = own.photos;
    await createTestStar(getDb(), { userId: own.karim.id, photoId: third?.id ?? 0, star: 1 });
    await close(own);
    await setPhotoHidden(getDb(), {
      actor: asking(own.organizer),
      photoId: second?.id ?? 0,
      isHidden: true,
      now: NOW,
    });
    const { podium, photos, parts } = await album(own);
    expect(podium.map(({ id }) => id)).toEqual([third?.id]);
    expect(photos.map(({ id }) => id)).toEqual([first?.id, third?.id]);
    expect(parts).toBe(1);
    expect(await codeOf(album(own, 2))).toBe('photo_not_found');
  });

  test('the book has a page of each guest who agreed, by slot', async () => {
    const own = await party();
    await close(own);
    expect(await codeOf(book(own))).toBe('photo_not_found');
    await agree(own.zoe);
    await agree(own.karim, false);
    const { pages } = await book(own);
    expect(pages.map(({ name, photos }) => [name, photos.map(({ position }) => position)])).toEqual(
      [['Zoé', [1, 2]]],
    );
    expect(await prints(own)).toMatchObject({ bookParts: 1, bookPages: 1 });
    await agree(own.zoe, false);
    expect(await codeOf(book(own))).toBe('photo_not_found');
  });

  test('a name that would let strangers in has no page, unless the door takes a code', async () => {
    const own = await party();
    await agree(own.zoe);
    await close(own);
    await getDb().update(users).set({ name: 'ZOE' }).where(eq(users.id, own.organizer.id));
    expect(await prints(own)).toMatchObject({ bookPages: 0 });
    const code = { door: 'code', code: 'abcdefghjk' } as const;
    await getDb().update(events).set(code).where(eq(events.id, own.event.id));
    expect(await prints(own)).toMatchObject({ bookPages: 1 });
  });

  test('many photos and guests come in several files', async () => {
    const own = await party();
    for (let number = 0; number <= BOOK_PAGES; number += 1) {
      const guest = await createTestUser(getDb(), own.event.id, { name: `Guest${number} Long` });
      await createTestPhoto(getDb(), guest);
      await agree(guest);
    }
    await close(own);
    expect(await prints(own)).toEqual({
      albumParts: 1,
      bookParts: 2,
      bookPages: BOOK_PAGES + 1,
    });
    expect((await book(own, 1)).pages).toHaveLength(BOOK_PAGES);
    const last = await book(own, 2);
    expect([last.parts, last.pages.map(({ name }) => name)]).toEqual([2, [`Guest${BOOK_PAGES}`]]);
    expect(ALBUM_PHOTOS).toBe(300);
  });
});
