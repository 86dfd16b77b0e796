import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries, events, photos, users } from '~db/schema';
import type { Person } from '~/models/access';
import type { Archive } from '~/models/archive/archive.server';
import { packAllPhotos } from '~/models/archive/downloads.server';
import { packOwnData } from '~/models/archive/own-data.server';
import { countNeeds } from '~/models/event/needs.server';
import { setEventSettings } from '~/models/event/write.server';
import {
  approveAll,
  approvePhoto,
  countWaiting,
  listWaiting,
  setTrusted,
} from '~/models/photo/approval.server';
import { createFeedAnswers } from '~/models/photo/feed-answers.server';
import { feedNeighbours, readFeedPage } from '~/models/photo/feed.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { findMedia } from '~/models/photo/media.server';
import { readPeoplePage } from '~/models/photo/people-feed.server';
import { countUnseen } from '~/models/photo/pile.server';
import { getPhoto, listUserPhotos } from '~/models/photo/read.server';
import { statusOf } from '~/models/photo/rules';
import { markSeen } from '~/models/photo/seen.server';
import { addFavorite, listTopPhotos, removeFavorite } from '~/models/photo/star.server';
import { presentPhotosTo } from '~/models/photo/views.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import { reportPhoto } from '~/models/report/write.server';
import type { UserRow } from '~/models/user/read.server';
import { TODAY, asking, createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage } from '../setup/fakes';

const NOW = new Date('2026-06-15T20:00:00Z');
const photoWord = 'photo';
const lateWord = 'Late photos';

async function textOf(archive: Archive): Promise<string> {
  let text = '';
  for await (const piece of archive.read()) text += Buffer.from(piece).toString('latin1');
  return text;
}

withDatabases('approval', (getDb) => {
  /** An event whose new photos wait, with Rosa, Tom, a co-organizer and a visitor. */
  async function party(approvalRequired = true) {
    const { event, organizer } = await createTestEvent(getDb(), { approvalRequired });
    const join = (name: string, fields: Partial<UserRow> = {}) =>
      createTestUser(getDb(), event.id, { name, ...fields });
    const [rosa, tom] = [await join('Rosa'), await join('Tom')];
    const helper = await join('Hal', { isOrganizer: true, coOrganizerSince: NOW });
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    const storage = createFakeStorage();
    const deps = { db: getDb(), storage, images: createFakeImages() };
    const add = (user: UserRow, position = 1) =>
      addPhoto(deps, {
        actor: asking(user),
        userId: user.id,
        eventId: event.id,
        position,
        file: { path: '/nowhere' },
      });
    const statusNow = async (photoId: number) => {
      const [row] = await getDb().select().from(photos).where(eq(photos.id, photoId));
      return row && statusOf(row);
    };
    const approve = (photoId: number, actor: Person = asking(organizer)) =>
      approvePhoto(getDb(), { photoId, actor, now: NOW });
    const trust = (user: UserRow, isTrusted: boolean) =>
      setTrusted(getDb(), { userId: user.id, actor: asking(organizer), isTrusted });
    const setApproval = (isOn: boolean) =>
      setEventSettings(getDb(), {
        actor: asking(organizer),
        eventId: event.id,
        settings: { approvalRequired: isOn },
      });
    const waiting = () => countWaiting(getDb(), { eventId: event.id });
    const people = { organizer, helper, rosa, tom, visitor };
    return { event, ...people, storage, add, statusNow, approve, trust, setApproval, waiting };
  }

  test('new photos of guests wait, those of organizers do not, nor anybody’s while it is off', async () => {
    const { organizer, helper, rosa, tom, add, statusNow, setApproval } = await party(false);
    const before = await add(rosa);
    await setApproval(true);
    const during = await add(rosa, 2);
    const [own, helpers] = [await add(organizer), await add(helper)];
    await setApproval(false);
    const after = await add(tom);
    const all = [before, during, own, helpers, after];
    expect(await Promise.all(all.map(({ id }) => statusNow(id)))).toEqual([
      'shown',
      'pending',
      'shown',
      'shown',
      'shown',
    ]);
    // Turning it off approves nothing.
    expect(during.isPending).toBe(true);
    expect(await getDb().$count(photos, eq(photos.id, during.id))).toBe(1);
  });

  test('the upload’s own answer says that it waits, and its slot is taken', async () => {
    const { rosa, storage, add } = await party();
    const photo = await add(rosa);
    const [shown] = await presentPhotosTo(asking(rosa), [photo], { db: getDb(), storage });
    expect(shown?.status).toBe('pending');
    await expect(add(rosa)).rejects.toMatchObject({ code: 'slot_taken' });
  });

  test('a photo that waits is in no list, count, file, mark or zip but its owner’s and the organizers’', async () => {
    const { event, organizer, helper, rosa, tom, visitor, storage, add, approve } = await party();
    const eventId = event.id;
    const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
    const known = await createTestPhoto(getDb(), tom, { createdAt: new Date(0) });
    const sees = async (reader: Person) => {
      const feeds = createFeedAnswers({ db: getDb(), storage });
      const { json, etag } = await feeds.read({ eventId, reader });
      const page = await readFeedPage(getDb(), { eventId, reader });
      const newest = await feeds.newestPage(eventId, reader);
      const people = await readPeoplePage(getDb(), { eventId, reader, limit: 24 });
      const ofRosa = await listUserPhotos(getDb(), { eventId, userId: rosa.id, reader });
      const beside = await feedNeighbours(getDb(), { eventId, reader }, known.id);
      return {
        // A photo's status is its owner's and the organizers' alone.
        json: (JSON.parse(json) as { id: number; status?: string }[]).map(({ id, status }) => [
          id,
          status,
        ]),
        feeds: [page, newest].map(({ photos: rows }) => ids(rows)),
        people: ids(people.photos),
        ofRosa: ids(ofRosa),
        beside: [beside.previous, beside.count],
        count: await feeds.countPhotos(eventId),
        mark: await feeds.photosMark(eventId, reader),
        etag,
      };
    };
    const readers = [
      asking(tom),
      visitor,
      asking(rosa),
      asking(organizer),
      asking(helper),
    ] as const;
    const [toms, visitors, rosas, organizers] = await Promise.all(readers.map(sees));
    const photo = await add(rosa);
    const after = await Promise.all(readers.map(sees));

    // Not even that something has changed.
    expect(after[0]).toEqual(toms);
    expect(after[1]).toEqual(visitors);
    expect(toms?.json).toEqual([[known.id, 'shown']]);
    expect(visitors?.json).toEqual([[known.id, undefined]]);
    for (const all of after.slice(2)) {
      expect(all).toMatchObject({
        feeds: [
          [photo.id, known.id],
          [photo.id, known.id],
        ],
        ofRosa: [photo.id],
        beside: [photo.id, 2],
        count: 1,
      });
    }
    expect(after[2]?.json).toEqual([
      [photo.id, 'pending'],
      [known.id, undefined],
    ]);
    expect(after[3]?.json).toEqual([
      [photo.id, 'pending'],
      [known.id, 'shown'],
    ]);
    expect(after[2]?.mark).not.toBe(rosas?.mark);
    expect(after[3]?.mark).not.toBe(organizers?.mark);

    for (const reader of [asking(tom), visitor, undefined]) {
      const one = getPhoto(getDb(), { photoId: photo.id, eventId, reader });
      await expect(one).rejects.toMatchObject({ code: 'photo_not_found' });
    }
    expect(await findMedia(getDb(), { key: photo.imageKey })).toMatchObject({ isHidden: true });
    expect(await countUnseen(getDb(), { eventId, userId: tom.id })).toBe(0);
    expect(await markSeen(getDb(), { actor: asking(tom), ids: [photo.id], now: NOW })).toBe(0);
    expect(await listTopPhotos(getDb(), { eventId })).toEqual([]);
    const zip = async () =>
      textOf(
        await packAllPhotos(
          { db: getDb(), storage },
          { eventId, missingNote: '', photoWord, lateWord, language: 'en' },
        ),
      );
    expect(await zip()).not.toContain('rosa');

    await approve(photo.id);
    expect((await sees(asking(tom))).json).toEqual([
      [photo.id, undefined],
      [known.id, 'shown'],
    ]);
    expect((await sees(asking(rosa))).json).toEqual([
      [photo.id, 'shown'],
      [known.id, undefined],
    ]);
    expect(await countUnseen(getDb(), { eventId, userId: tom.id })).toBe(1);
    expect(await zip()).toContain('rosa');
  });

  test('nobody stars or reports it, not even those who see it', async () => {
    const { organizer, rosa, tom, add, approve } = await party();
    const { id: photoId } = await add(rosa);
    for (const user of [organizer, rosa, tom]) {
      const actor = asking(user);
      for (const deed of [
        () => addFavorite(getDb(), { photoId, actor }),
        () => removeFavorite(getDb(), { photoId, actor }),
        () => reportPhoto(getDb(), { photoId, actor, reason: null }),
      ]) {
        await expect(deed()).rejects.toMatchObject({ code: 'photo_not_found' });
      }
    }
    await approve(photoId);
    await addFavorite(getDb(), { photoId, actor: asking(tom) });
    await reportPhoto(getDb(), { photoId, actor: asking(tom), reason: null });
  });

  test('the oldest waits on the desk; a co-organizer approves, too, and a second time changes nothing', async () => {
    const { event, organizer, helper, rosa, tom, add, approve, statusNow } = await party();
    const [first, second] = [await add(rosa), await add(tom)];
    const oldest = async () => (await listWaiting(getDb(), { eventId: event.id, limit: 1 }))[0];
    expect(await countNeeds(getDb(), organizer)).toMatchObject({ waiting: 2 });
    expect(await oldest()).toMatchObject({ id: first.id, userName: 'Rosa' });
    await approve(first.id, asking(helper));
    expect(await approve(first.id)).toMatchObject({ hiddenAt: null, isPending: false });
    expect(await oldest()).toMatchObject({ id: second.id });
    expect(await countNeeds(getDb(), helper)).toMatchObject({ waiting: 1 });
    expect([await statusNow(first.id), await statusNow(second.id)]).toEqual(['shown', 'pending']);
    const logged = await getDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.eventId, event.id));
    expect(logged.map(({ deed, actorId, targetName }) => [deed, actorId, targetName])).toEqual([
      ['photo.approved', helper.id, 'Rosa'],
    ]);
  });

  test('one that is refused stays hidden, and can be shown later, but not approved any more', async () => {
    const { organizer, rosa, add, approve, statusNow, waiting } = await party();
    const { id: photoId } = await add(rosa);
    const hide = (isHidden: boolean) =>
      setPhotoHidden(getDb(), { photoId, actor: asking(organizer), isHidden, now: NOW });
    expect(await hide(true)).toMatchObject({ isPending: true });
    expect([await statusNow(photoId), await waiting()]).toEqual(['hidden', 0]);
    await expect(approve(photoId)).rejects.toMatchObject({ code: 'photo_refused' });
    expect(await hide(false)).toMatchObject({ isPending: false });
    expect(await statusNow(photoId)).toBe('shown');
  });

  test('all of a page are approved, and none that came since', async () => {
    const { event, organizer, rosa, tom, add, statusNow } = await party();
    const elsewhere = await party();
    const other = await elsewhere.add(elsewhere.rosa);
    const [first, second] = [await add(rosa), await add(tom)];
    const late = await add(rosa, 2);
    const all = (upTo: number) => approveAll(getDb(), { actor: asking(organizer), upTo });
    expect(await all(second.id)).toBe(2);
    expect(await all(second.id)).toBe(0);
    const statuses = [first, second, late, other].map(({ id }) => statusNow(id));
    expect(await Promise.all(statuses)).toEqual(['shown', 'shown', 'pending', 'pending']);
    expect(await all(Number.MAX_SAFE_INTEGER)).toBe(1);
    const logged = await getDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.eventId, event.id));
    expect(logged.map(({ deed, detail }) => [deed, detail])).toEqual([
      ['photo.approved_all', '2'],
      ['photo.approved_all', '1'],
    ]);
  });

  test('trusting a guest approves what waits of theirs and lets later photos through, until it is taken back', async () => {
    const { event, rosa, tom, add, statusNow, trust } = await party();
    const [first, toms] = [await add(rosa), await add(tom)];
    expect(await trust(rosa, true)).toMatchObject({ member: { isTrusted: true }, approved: 1 });
    expect(await trust(rosa, true)).toMatchObject({ approved: 0 });
    const second = await add(rosa, 2);
    await trust(rosa, false);
    const third = await add(rosa, 3);
    const statuses = [first, second, third, toms].map(({ id }) => statusNow(id));
    expect(await Promise.all(statuses)).toEqual(['shown', 'shown', 'pending', 'pending']);
    const logged = await getDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.eventId, event.id));
    expect(logged.map(({ deed, targetName }) => [deed, targetName])).toEqual([
      ['member.trusted', 'Rosa'],
      ['member.untrusted', 'Rosa'],
    ]);
  });

  test('trust and an upload at the same time leave nothing waiting', async () => {
    const { rosa, add, trust, waiting } = await party();
    await Promise.all([add(rosa), trust(rosa, true), add(rosa, 2)]);
    expect(await waiting()).toBe(0);
  });

  test('only organizers of the event decide', async () => {
    const { rosa, tom, visitor, add, statusNow } = await party();
    const elsewhere = await party();
    const { id: photoId } = await add(rosa);
    for (const actor of [asking(rosa), asking(tom), visitor, asking(elsewhere.organizer)]) {
      const refused = approvePhoto(getDb(), { photoId, actor, now: NOW });
      await expect(refused).rejects.toMatchObject({ code: 'access_denied' });
      const trusting = setTrusted(getDb(), { userId: rosa.id, actor, isTrusted: true });
      await expect(trusting).rejects.toMatchObject({ code: 'access_denied' });
    }
    for (const actor of [asking(rosa), visitor]) {
      const all = approveAll(getDb(), { actor, upTo: photoId });
      await expect(all).rejects.toMatchObject({ code: 'access_denied' });
    }
    expect(await statusNow(photoId)).toBe('pending');
    const [still] = await getDb().select().from(users).where(eq(users.id, rosa.id));
    expect(still?.isTrusted).toBe(false);
  });

  test('the database keeps a photo that waits hidden', async () => {
    const { rosa } = await party();
    const seen = createTestPhoto(getDb(), rosa, { isPending: true });
    await expect(seen).rejects.toMatchObject({
      cause: { message: expect.stringContaining('photos_pending_check') },
    });
  });

  test('its owner may delete it, and reads its status in their own data', async () => {
    const { rosa, tom, storage, add } = await party();
    const { id: photoId } = await add(rosa);
    const text = await textOf(
      await packOwnData(
        { db: getDb(), storage },
        { user: rosa, timeZone: 'UTC', photoWord, language: 'en', now: NOW },
      ),
    );
    expect(text).toContain('"status": "pending"');
    expect(text).toContain('"isTrusted": false');
    const deps = { db: getDb(), removalWords: () => '' };
    const others = deletePhoto(deps, { photoId, actor: asking(tom) });
    await expect(others).rejects.toMatchObject({ code: 'photo_not_found' });
    await deletePhoto(deps, { photoId, actor: asking(rosa) });
    expect(await getDb().$count(photos, eq(photos.id, photoId))).toBe(0);
    expect(await getDb().$count(events, eq(events.id, rosa.eventId))).toBe(1);
  });
});
