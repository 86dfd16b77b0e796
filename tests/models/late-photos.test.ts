import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries, events, photos, resultChanges } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import { memberOf } from '~/models/access';
import { packAllPhotos, packOwnPhotos } from '~/models/archive/downloads.server';
import { addDays, type Day } from '~/models/day';
import { endEvent } from '~/models/event/end.server';
import { LATE_DAYS_MAX } from '~/models/event/late-photos';
import { presentEventOf } from '~/models/event/read.server';
import { readWrap } from '~/models/event/wrap.server';
import { editEvent, setEventSettings } from '~/models/event/write.server';
import { readOpenCard } from '~/models/mission/cards.server';
import { addMission } from '~/models/mission/write.server';
import { approvePhoto } from '~/models/photo/approval.server';
import { closeVoting } from '~/models/photo/result.server';
import { addFavorite, listTopPhotos } from '~/models/photo/star.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import { findFirstTable } from '~/models/table/first.server';
import { listLights } from '~/models/table/read.server';
import { chooseTable, setTables } from '~/models/table/write.server';
import { guestsCsv } from '~/models/user/members.server';
import type { UserRow } from '~/models/user/read.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { unzip } from '../unzip';
import { createFakeImages, createFakeStorage } from '../setup/fakes';

// Late photos (rule `photos.late`).

const NOW = new Date(`${TODAY}T10:00:00Z`);
const YESTERDAY = addDays(TODAY, -1);
const TOMORROW = addDays(TODAY, 1);
const file = { path: '/nowhere' };

withDatabases('late photos', (getDb) => {
  const storage = createFakeStorage();

  /** An event that ended yesterday and takes late photos until tomorrow. */
  async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const ended = { startDate: addDays(TODAY, -9), endDate: YESTERDAY, photosUntil: TOMORROW };
    const { event, organizer } = await createTestEvent(getDb(), { ...ended, ...fields });
    const guest = await createTestUser(getDb(), event.id);
    const deps = { db: getDb(), storage, images: createFakeImages() };
    const add = (
      more: { user?: UserRow; position?: number; today?: Day; missionId?: number } = {},
    ) => {
      const { user = guest, today = TODAY, position = 1, missionId } = more;
      const actor = memberOf(user, today);
      const place = { userId: user.id, eventId: event.id, position };
      return addPhoto(deps, { actor, ...place, file, mission: missionId });
    };
    const set = (photosUntil: Day | null, user: UserRow = organizer) =>
      setEventSettings(getDb(), {
        actor: asking(user),
        eventId: event.id,
        settings: { photosUntil },
      });
    const change = (values: Partial<typeof events.$inferInsert>) =>
      getDb().update(events).set(values).where(eq(events.id, event.id));
    return { event, organizer, guest, deps, add, set, change };
  }
  const shownOf = (event: Parameters<typeof presentEventOf>[1]) =>
    presentEventOf(null, event, storage).photosUntil;
  const remove = (user: UserRow, photoId: number, today = TODAY) =>
    deletePhoto(
      { db: getDb(), removalWords: removalNotice },
      { photoId, actor: memberOf(user, today) },
    );
  const CLOSED = { code: 'event_closed' };

  describe('the last day', () => {
    test('is after the event, not in the past, and at most two weeks later', async () => {
      const { event, set } = await party({ endDate: TOMORROW, photosUntil: null });
      const last = addDays(TOMORROW, LATE_DAYS_MAX);
      for (const day of [addDays(TODAY, 2), last, null]) {
        expect(shownOf(await set(day))).toBe(day);
      }
      for (const day of [YESTERDAY, TODAY, TOMORROW, addDays(last, 1)]) {
        await expect(set(day)).rejects.toMatchObject({
          code: 'late_day_outside',
          field: 'photosUntil',
        });
      }
      const deeds = await getDb()
        .select({ deed: auditEntries.deed, detail: auditEntries.detail })
        .from(auditEntries)
        .where(eq(auditEntries.eventId, event.id));
      expect(deeds[0]).toEqual({ deed: 'event.edited', detail: '– → 2026-06-17' });
    });

    test('is set after the end, too, from today on, and stays when it is sent again', async () => {
      const { set } = await party({ endDate: addDays(TODAY, -5), photosUntil: YESTERDAY });
      expect(shownOf(await set(YESTERDAY))).toBe(YESTERDAY);
      expect(shownOf(await set(TODAY))).toBe(TODAY);
      await expect(set(addDays(TODAY, -2))).rejects.toMatchObject({ code: 'late_day_outside' });
      await expect(set(addDays(TODAY, 10))).rejects.toMatchObject({ code: 'late_day_outside' });
    });

    test('is chosen by organizers and co-organizers, and by nobody else', async () => {
      const { event, guest, set } = await party();
      const helper = await createTestUser(getDb(), event.id, {
        isOrganizer: true,
        coOrganizerSince: NOW,
      });
      expect(shownOf(await set(TODAY, helper))).toBe(TODAY);
      await expect(set(TODAY, guest)).rejects.toMatchObject({ code: 'not_an_organizer' });
      const { organizer: stranger } = await createTestEvent(getDb());
      await expect(set(TODAY, stranger)).rejects.toMatchObject({ code: 'access_denied' });
    });

    test('stays when the event is ended by hand, but never gets more than two weeks from that', async () => {
      const { event, organizer, change } = await party({
        endDate: addDays(TODAY, 20),
        photosUntil: addDays(TODAY, 25),
      });
      const actor = asking(organizer);
      const end = { actor, eventId: event.id, today: TODAY, now: NOW, words: () => 'It is over' };
      expect(shownOf(await endEvent(getDb(), end))).toBe(addDays(TODAY, LATE_DAYS_MAX));
      await change({ endDate: addDays(TODAY, 5), endedAt: null, photosUntil: addDays(TODAY, 6) });
      expect(shownOf(await endEvent(getDb(), end))).toBe(addDays(TODAY, 6));
    });

    test('is not shown while the event itself lasts until it', async () => {
      const { event, organizer, add } = await party();
      const values = { name: event.name, startDate: event.startDate, endDate: TOMORROW };
      const edit = { eventId: event.id, values, today: TODAY, isSold: false };
      const later = await editEvent(getDb(), { actor: asking(organizer), ...edit });
      expect(shownOf(later)).toBeNull();
      expect(await add()).toMatchObject({ late: false });
      await expect(add({ position: 2, today: addDays(TODAY, 2) })).rejects.toMatchObject(CLOSED);
    });
  });

  describe('a photo', () => {
    test('is late after the end, until the last day is over', async () => {
      const { organizer, add } = await party();
      expect(await add()).toMatchObject({ late: true });
      expect(await add({ position: 2, today: TOMORROW })).toMatchObject({ late: true });
      expect(await add({ user: organizer })).toMatchObject({ late: true });
      for (const user of [undefined, organizer]) {
        const asked = add({ user, position: 3, today: addDays(TODAY, 2) });
        await expect(asked).rejects.toMatchObject(CLOSED);
      }
    });

    test('is refused after the end where no day was chosen', async () => {
      const { organizer, add } = await party({ photosUntil: null });
      await expect(add()).rejects.toMatchObject(CLOSED);
      await expect(add({ user: organizer })).rejects.toMatchObject(CLOSED);
    });

    test('is refused to guests who may not look at the event any more', async () => {
      const { organizer, add } = await party({ guestsMayLook: false });
      await expect(add()).rejects.toMatchObject({ code: 'event_ended' });
      expect(await add({ user: organizer })).toMatchObject({ late: true });
    });

    test('is late in a running event once the votes are counted, if late ones are taken', async () => {
      const running = { endDate: TODAY, photosUntil: TOMORROW };
      const { event, organizer, add, set } = await party(running);
      expect(await add()).toMatchObject({ late: false });
      await closeVoting(getDb(), { actor: asking(organizer), eventId: event.id, now: () => NOW });
      expect(await add({ position: 2 })).toMatchObject({ late: true });
      await set(null);
      expect(await add({ position: 3 })).toMatchObject({ late: false });
    });

    test('is judged under the lock, not when the upload began', async () => {
      const { event, guest, deps, change } = await party({ endDate: TODAY, photosUntil: TOMORROW });
      const during = (values: Parameters<typeof change>[0], position: number) => {
        const images = {
          ...deps.images,
          process: async (...args: Parameters<typeof deps.images.process>) => {
            await change(values);
            return deps.images.process(...args);
          },
        };
        const place = { userId: guest.id, eventId: event.id, position };
        return addPhoto({ ...deps, images }, { actor: asking(guest), ...place, file });
      };
      expect(await during({ endedAt: NOW }, 1)).toMatchObject({ late: true });
      await expect(during({ photosUntil: null }, 2)).rejects.toMatchObject(CLOSED);
      expect(await getDb().$count(photos, eq(photos.userId, guest.id))).toBe(1);
    });

    test('takes one of its owner’s slots, and waits where photos wait', async () => {
      const { organizer, add } = await party({ maxPhotosPerUser: 1, approvalRequired: true });
      const photo = await add();
      expect(photo).toMatchObject({ late: true, isPending: true });
      await expect(add()).rejects.toMatchObject({ code: 'slot_taken' });
      await expect(add({ position: 2 })).rejects.toMatchObject({ code: 'slot_unknown' });
      const approve = { photoId: photo.id, actor: asking(organizer), now: NOW };
      expect(await approvePhoto(getDb(), approve)).toMatchObject({ late: true, hiddenAt: null });
    });

    test('has no mission, and the card stays', async () => {
      const { event, organizer, guest, add, change } = await party({ endDate: TODAY });
      const actor = asking(organizer);
      await addMission(getDb(), { actor, eventId: event.id, text: 'Grandma dancing' });
      const card = await readOpenCard(getDb(), { userId: guest.id, language: 'en' });
      expect(card).not.toBeNull();
      await change({ endDate: YESTERDAY });
      expect(await add({ missionId: card?.id })).toMatchObject({ late: true, missionId: null });
      expect(await readOpenCard(getDb(), { userId: guest.id, language: 'en' })).toEqual(card);
    });

    test('lights no bulb of a table', async () => {
      const { event, organizer, guest, add, change } = await party({
        endDate: TODAY,
        maxPhotosPerUser: 1,
      });
      const names = ['Roses'];
      await setTables(getDb(), { actor: asking(organizer), eventId: event.id, names });
      const [table] = await listLights(getDb(), event);
      await chooseTable(getDb(), { actor: asking(guest), tableId: table?.id ?? 0 });
      await change({ endDate: YESTERDAY });
      await add();
      expect((await listLights(getDb(), event))[0]).toMatchObject({ photos: 0 });
      expect(await findFirstTable(getDb(), { eventId: event.id })).toBeNull();
    });
  });

  describe('out of the contest', () => {
    test('it takes no star, even if the event goes on and voting opens again', async () => {
      const { event, organizer, add, change } = await party();
      const photo = await add();
      const star = { photoId: photo.id, actor: asking(organizer), now: () => NOW };
      await expect(addFavorite(getDb(), star)).rejects.toMatchObject(CLOSED);
      await change({ endDate: TOMORROW });
      await expect(addFavorite(getDb(), star)).rejects.toMatchObject({ code: 'voting_closed' });
      expect(await listTopPhotos(getDb(), { eventId: event.id })).toEqual([]);
    });

    test('its removal does not mark the result, and that of another photo does', async () => {
      const { event, organizer, guest, add } = await party();
      const starred = await createTestPhoto(getDb(), guest, { position: 3 });
      await createTestStar(getDb(), { userId: organizer.id, photoId: starred.id, star: 1 });
      await closeVoting(getDb(), { actor: asking(organizer), eventId: event.id, now: () => NOW });
      const late = await add();
      const changes = () => getDb().$count(resultChanges, eq(resultChanges.eventId, event.id));
      await remove(guest, late.id);
      expect(await changes()).toBe(0);
      await remove(organizer, starred.id);
      expect(await changes()).toBe(1);
    });

    test('the busiest hour is one of the contest, and late ones are counted', async () => {
      const { event, guest, add } = await party();
      const createdAt = new Date(`${YESTERDAY}T20:10:00Z`);
      await createTestPhoto(getDb(), guest, { position: 3, createdAt });
      await add();
      await add({ position: 2 });
      expect(await readWrap(getDb(), { eventId: event.id })).toMatchObject({
        late: 2,
        busiest: { startsAt: new Date(`${YESTERDAY}T20:00:00Z`), count: 1 },
      });
    });
  });

  describe('its owner', () => {
    test('deletes it as long as late photos may come, but no photo of the contest', async () => {
      const { guest, organizer, add } = await party();
      const [late, further] = [await add(), await add({ position: 2 })];
      const own = await createTestPhoto(getDb(), guest, { position: 3 });
      await expect(remove(guest, own.id)).rejects.toMatchObject(CLOSED);
      await remove(guest, late.id);
      const after = addDays(TODAY, 2);
      await expect(remove(guest, further.id, after)).rejects.toMatchObject(CLOSED);
      await remove(organizer, further.id, after);
      expect(await getDb().$count(photos, eq(photos.userId, guest.id))).toBe(1);
    });
  });

  test('has a folder in the zips, and a column in the guest list once there is one', async () => {
    const { event, guest, deps, add } = await party();
    await createTestPhoto(getDb(), guest, { position: 3 });
    const csv = async () =>
      guestsCsv(getDb(), {
        eventId: event.id,
        heading: (column) => column,
        decimalMark: '.',
      });
    expect((await csv()).split('\r\n')[0]).not.toContain('late');
    await add();
    expect((await csv()).split('\r\n')[0]).toMatch(/,late$/);
    const words = { missingNote: 'gone', photoWord: 'photo', lateWord: 'Late photos' };
    const all = { eventId: event.id, ...words, language: 'en' } as const;
    for (const archive of [
      await packAllPhotos(deps, all),
      await packOwnPhotos(deps, { ...all, userId: guest.id }),
    ]) {
      const pieces: Uint8Array[] = [];
      for await (const piece of archive.read()) pieces.push(piece);
      const names = [...(await unzip(Buffer.concat(pieces))).keys()];
      expect(names).toContainEqual(expect.stringMatching(/^late-photos\/01-.+-photo1\.webp$/));
      expect(names.filter((name) => name.startsWith('late-photos'))).toHaveLength(1);
    }
  });
});
