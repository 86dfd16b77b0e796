import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { flagReports, photos, restingStars, users } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import type { Archive } from '~/models/archive/archive.server';
import { packAllPhotos, packTopPhotos, rankingCsv } from '~/models/archive/downloads.server';
import {
  addFavorite,
  listFavorites,
  listStarredIds,
  listTopPhotos,
  removeFavorite,
} from '~/models/photo/star.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { feedNeighbours, readFeedPage } from '~/models/photo/feed.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { findMedia } from '~/models/photo/media.server';
import { packOwnData } from '~/models/archive/own-data.server';
import { peopleNeighbours, readPeoplePage } from '~/models/photo/people-feed.server';
import { getPhoto, listUserPhotos, presentPhoto, toldTo } from '~/models/photo/read.server';
import { deletePhoto } from '~/models/photo/write.server';
import { deleteReport, reportPhoto, setReportStatus } from '~/models/report/write.server';
import type { UserRow } from '~/models/user/read.server';
import { TODAY, asking, createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const NOW = new Date('2026-06-15T20:00:00Z');
const photoWord = 'photo';
const lateWord = 'Late photos';

withDatabases('hidden photos', (getDb) => {
  const storage = createFakeStorage();

  /** Rosa's photo, reported by Tom, between two of Ben's. Tom and the organizer starred it. */
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const add = (name: string) => createTestUser(getDb(), event.id, { name });
    const [ben, rosa, tom] = [await add('Ben'), await add('Rosa'), await add('Tom')];
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 10, minute));
    const first = await createTestPhoto(getDb(), ben, { createdAt: at(1) });
    const photo = await createTestPhoto(getDb(), rosa, { createdAt: at(2) });
    const last = await createTestPhoto(getDb(), ben, { position: 2, createdAt: at(3) });
    const star = (photoId: number, by: UserRow = tom) =>
      addFavorite(getDb(), { photoId, actor: asking(by) });
    await star(photo.id);
    await star(photo.id, organizer);
    await star(first.id);
    const report = await reportPhoto(getDb(), {
      photoId: photo.id,
      actor: asking(tom),
      reason: null,
    });
    const review = (status: 'reviewed' | 'dismissed', reportId = report.id) =>
      setReportStatus(getDb(), { reportId, actor: asking(organizer), status, now: NOW });
    const setHidden = (isHidden: boolean, actor: Person = asking(organizer)) =>
      setPhotoHidden(getDb(), { photoId: photo.id, actor, isHidden, now: NOW });
    const ranking = async () =>
      (await listTopPhotos(getDb(), { eventId: event.id })).map((row) => [
        row.id,
        row.favoriteCount,
      ]);
    const starsOf = (user: UserRow) => listStarredIds(getDb(), { userId: user.id });
    const isHidden = async () =>
      (await getDb().select().from(photos).where(eq(photos.id, photo.id)))[0]?.hiddenAt !== null;
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    const people = { organizer, ben, rosa, tom, visitor };
    const deeds = { star, report, review, setHidden, ranking, starsOf, isHidden };
    return { event, ...people, first, photo, last, ...deeds };
  }

  test('a report called inappropriate hides the photo, wherever photos are listed, except for its owner and the organizer', async () => {
    const { event, organizer, rosa, tom, visitor, first, photo, last, review } = await party();
    await review('reviewed');
    const eventId = event.id;
    const all = [last.id, photo.id, first.id];
    const rest = [last.id, first.id];
    const feeds = createFeedAnswers({ db: getDb(), storage });
    const sees = async (reader: Person | undefined) => {
      const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
      const page = await readFeedPage(getDb(), { eventId, reader, limit: 24 });
      const whole = await readFeedPage(getDb(), { eventId, reader });
      const newest = await feeds.newestPage(eventId, reader);
      const json = JSON.parse((await feeds.read({ eventId, reader: reader ?? visitor })).json) as {
        id: number;
      }[];
      const people = await readPeoplePage(getDb(), { eventId, reader, limit: 24 });
      const own = await readFeedPage(getDb(), { eventId, reader, userId: rosa.id });
      const listed = reader
        ? ids(await listUserPhotos(getDb(), { eventId, userId: rosa.id, reader }))
        : ids(own.photos);
      const one = await getPhoto(getDb(), { photoId: photo.id, eventId, reader }).then(
        () => true,
        (error: { code: string }) => error.code,
      );
      const beside = await feedNeighbours(getDb(), { eventId, reader }, first.id);
      const between = await peopleNeighbours(getDb(), { eventId, reader, photoId: last.id });
      return {
        feeds: [page, whole, newest].map(({ photos: rows }) => ids(rows)),
        json: ids(json),
        people: ids(people.photos),
        filtered: [ids(own.photos), listed],
        one,
        neighbours: [beside.previous, beside.place, beside.count, between.next, between.count],
        count: await feeds.countPhotos(eventId),
      };
    };
    const everything = {
      feeds: [all, all, all],
      json: all,
      people: [first.id, last.id, photo.id],
      filtered: [[photo.id], [photo.id]],
      one: true,
      neighbours: [photo.id, 3, 3, photo.id, 3],
      // One figure for all, however many photos the reader sees.
      count: 2,
    };
    const less = {
      feeds: [rest, rest, rest],
      json: rest,
      people: [first.id, last.id],
      filtered: [[], []],
      one: 'photo_not_found',
      neighbours: [last.id, 2, 2, null, 2],
      count: 2,
    };
    // Answers are cached per reader, and not used for a reader who sees something else.
    for (const person of [asking(organizer), asking(rosa)]) {
      expect(await sees(person)).toEqual(everything);
    }
    for (const person of [asking(tom), visitor, undefined]) {
      expect(await sees(person)).toEqual(less);
    }
    expect(await sees(asking(rosa))).toEqual(everything);
    // Its slot stays taken.
    expect(await listUserPhotos(getDb(), { eventId, userId: rosa.id })).toHaveLength(1);
    const told = await getPhoto(getDb(), { photoId: photo.id, eventId, reader: asking(rosa) });
    const reader = { ...asking(rosa), seesStars: true };
    const shown = presentPhoto(told, storage, toldTo(reader, told));
    expect(shown).toMatchObject({ status: 'hidden', favoriteCount: 0 });
    expect(await findMedia(getDb(), { key: photo.imageKey })).toMatchObject({
      isHidden: true,
      ownerId: rosa.id,
    });
    expect(await findMedia(getDb(), { key: first.imageKey })).toMatchObject({ isHidden: false });
  });

  test('its stars are suspended, the ranking closes up, and both are as before once it is shown', async () => {
    const { organizer, tom, first, photo, review, setHidden, ranking, starsOf } = await party();
    expect(await ranking()).toEqual([
      [photo.id, 2],
      [first.id, 1],
    ]);
    await review('reviewed');
    expect(await ranking()).toEqual([[first.id, 1]]);
    expect(await starsOf(tom)).toEqual([first.id]);
    expect(await starsOf(organizer)).toEqual([]);
    await setHidden(false);
    expect(await ranking()).toEqual([
      [photo.id, 2],
      [first.id, 1],
    ]);
    expect(await starsOf(tom)).toEqual([photo.id, first.id]);
    expect(await getDb().$count(restingStars, eq(restingStars.photoId, photo.id))).toBe(0);
  });

  test('a star returns only if its giver has one left; no star given since is lost', async () => {
    const { event, organizer, tom, first, photo, last, star, setHidden, ranking, starsOf } =
      await party();
    await setHidden(true);
    await star(last.id);
    // With these, and with the first photo's, Tom has given all.
    const others: number[] = [];
    while (others.length < FAVORITES_MAX - 2) {
      const ada = await createTestUser(getDb(), event.id);
      others.push((await createTestPhoto(getDb(), ada)).id);
      await star(others.at(-1) ?? 0);
    }
    await expect(star(photo.id)).rejects.toMatchObject({ code: 'photo_not_found' });
    await expect(star(photo.id, organizer)).rejects.toMatchObject({ code: 'photo_not_found' });
    await setHidden(false);
    expect(await starsOf(tom)).toEqual([first.id, last.id, ...others]);
    expect(await starsOf(organizer)).toEqual([photo.id]);
    expect(await ranking()).toContainEqual([photo.id, 1]);
    // It is lost permanently: a star that becomes free later does not bring it back.
    await removeFavorite(getDb(), { photoId: last.id, actor: asking(tom) });
    await setHidden(true);
    await setHidden(false);
    expect(await starsOf(tom)).toEqual([first.id, ...others]);
    expect(await listFavorites(getDb(), { userId: organizer.id })).toHaveLength(1);
  });

  test('hiding while others star leaves no star on a hidden photo', async () => {
    const { event, photo, star, setHidden } = await party();
    const fans = [];
    for (let number = 0; number < 8; number++) {
      fans.push(await createTestUser(getDb(), event.id));
    }
    await Promise.allSettled([
      ...fans.slice(0, 4).map((fan) => star(photo.id, fan)),
      setHidden(true),
      ...fans.slice(4).map((fan) => star(photo.id, fan)),
    ]);
    const organizer: Person = { userId: -5, eventId: event.id, role: 'organizer', today: TODAY };
    const hidden = await getPhoto(getDb(), {
      photoId: photo.id,
      eventId: event.id,
      reader: organizer,
    });
    expect(hidden.hiddenAt).not.toBeNull();
    expect(hidden.favoriteCount).toBe(0);
  });

  test('dismissing another report shows it; the same review again changes nothing', async () => {
    const { organizer, photo, review, setHidden, isHidden } = await party();
    const second = await reportPhoto(getDb(), {
      photoId: photo.id,
      actor: asking(organizer),
      reason: null,
    });
    await review('reviewed');
    await review('dismissed', second.id);
    expect(await isHidden()).toBe(false);
    await review('reviewed');
    expect(await isHidden()).toBe(false);
    await setHidden(true);
    await setHidden(true);
    expect(await isHidden()).toBe(true);
  });

  test('it stays hidden when the reporter leaves or the report is deleted', async () => {
    const { organizer, tom, report, review, isHidden } = await party();
    await review('reviewed');
    await deleteReport(getDb(), { reportId: report.id, actor: asking(organizer) });
    expect(await isHidden()).toBe(true);
    await getDb().delete(users).where(eq(users.id, tom.id));
    expect(await isHidden()).toBe(true);
    expect(await getDb().$count(restingStars, eq(restingStars.userId, tom.id))).toBe(0);
  });

  test('only the organizer of its event hides and shows', async () => {
    const { rosa, tom, visitor, setHidden, isHidden } = await party();
    const elsewhere = asking((await party()).organizer);
    for (const person of [asking(rosa), asking(tom), visitor]) {
      await expect(setHidden(true, person)).rejects.toMatchObject({ code: 'access_denied' });
    }
    await expect(setHidden(true, elsewhere)).rejects.toMatchObject({ code: 'access_denied' });
    expect(await isHidden()).toBe(false);
  });

  test('nobody else can report or delete it; its owner and the organizer can delete it', async () => {
    const { event, rosa, tom, photo, setHidden } = await party();
    await setHidden(true);
    const ada = await createTestUser(getDb(), event.id);
    const missing = { code: 'photo_not_found' };
    const again = reportPhoto(getDb(), {
      photoId: photo.id,
      actor: asking(ada),
      reason: null,
    });
    await expect(again).rejects.toMatchObject(missing);
    const remove = (by: UserRow) =>
      deletePhoto(
        { db: getDb(), removalWords: removalNotice },
        { photoId: photo.id, actor: asking(by) },
      );
    await expect(remove(tom)).rejects.toMatchObject(missing);
    await remove(rosa);
    expect(await getDb().$count(photos, eq(photos.id, photo.id))).toBe(0);
    expect(await getDb().$count(restingStars, eq(restingStars.photoId, photo.id))).toBe(0);
    expect(await getDb().$count(flagReports, eq(flagReports.photoId, photo.id))).toBe(0);
  });

  test('no zip and no CSV contains it except its owner’s data', async () => {
    const { event, organizer, rosa, tom, photo, setHidden } = await party();
    const eventId = event.id;
    const deps = { db: getDb(), storage };
    const namesOf = async (archive: Archive) => {
      let text = '';
      for await (const piece of archive.read()) text += Buffer.from(piece).toString('latin1');
      return text;
    };
    const all = async () =>
      namesOf(
        await packAllPhotos(deps, {
          eventId,
          missingNote: 'gone',
          photoWord,
          lateWord,
          language: 'en',
        }),
      );
    const top = async () =>
      namesOf(
        await packTopPhotos(deps, { actor: asking(organizer), missingNote: 'gone', photoWord }),
      );
    const csv = () =>
      rankingCsv(getDb(), {
        eventId,
        heading: (column) => column,
        decimalMark: '.',
        afterDuel: '',
        language: 'en',
        photoWord,
      });
    // The files do not exist, so their names are in the list of missing ones.
    for (const text of [await all(), await top(), await csv()]) expect(text).toContain('rosa');
    await setHidden(true);
    for (const text of [await all(), await top(), await csv()]) {
      expect(text).not.toContain('rosa');
      expect(text).toContain('ben');
    }
    const own = await namesOf(
      await packOwnData(deps, {
        user: rosa,
        now: NOW,
        timeZone: 'Europe/Paris',
        photoWord,
        language: 'en',
      }),
    );
    expect(own).toContain(`"hiddenSince": "${NOW.toISOString()}"`);
    const toms = await namesOf(
      await packOwnData(deps, {
        user: tom,
        now: NOW,
        timeZone: 'Europe/Paris',
        photoWord,
        language: 'en',
      }),
    );
    expect(toms).toMatch(
      new RegExp(`"favoritesOfHiddenPhotos": \\[\\s+\\{\\s+"photoId": ${photo.id}`),
    );
  });

  test('the feed’s mark changes when a photo is hidden, and when it is shown, for all readers', async () => {
    const { event, organizer, rosa, visitor, setHidden } = await party();
    const marks = () => {
      const feeds = createFeedAnswers({ db: getDb(), storage });
      return Promise.all(
        [asking(organizer), asking(rosa), visitor].map((one) => feeds.photosMark(event.id, one)),
      );
    };
    const before = await marks();
    await setHidden(true);
    const after = await marks();
    after.forEach((mark, index) => expect(mark).not.toBe(before[index]));
    await setHidden(false);
    expect(await marks()).toEqual(before);
  });
});
