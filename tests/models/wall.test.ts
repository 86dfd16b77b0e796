import { eq, sql, TransactionRollbackError } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  auditEntries,
  events,
  favorites,
  photos,
  users,
  wallCodes,
  wallDecisions,
  walls,
  wallScreens,
} from '~db/schema';
import { SYSTEM } from '~/models/access';
import { addDays } from '~/models/day';
import { deleteEvent } from '~/models/event/end.server';
import { removeOverdue } from '~/models/event/retention.server';
import { CHANGES } from '~/models/live/streams.server';
import { EVENT_CHANGED } from '~/models/photo/feed-answers.server';
import { changeHidden } from '~/models/photo/hide.server';
import { closeVoting } from '~/models/photo/result.server';
import { programmeAt } from '~/models/wall/reveal';
import { countScreens, findEventWall, findScreen } from '~/models/wall/read.server';
import { CODE_LETTERS } from '~/models/wall/rules';
import type { WallChange } from '~/models/wall/schema';
import {
  createWallCode,
  noteScreen,
  openWall,
  openWallByCode,
  renewWall,
  SCREENS_MAX,
} from '~/models/wall/screens.server';
import { createWallShows, type WallShows } from '~/models/wall/show.server';
import { changeWall } from '~/models/wall/write.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS } from '../setup/fakes';

// The wall: its screens and what they show (rules `wall.…`).
withDatabases('the wall', (getDb, _kind, getConnection) => {
  const now = new Date(`${TODAY}T20:00:00Z`);
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const deps = () => ({ db: getDb(), env: KEYS });
  let shows: WallShows;
  const heard: string[] = [];
  beforeAll(async () => {
    shows = createWallShows(deps());
    await getConnection().listen(EVENT_CHANGED, (payload) => shows.receive(payload));
    await getConnection().listen(CHANGES, (payload) => heard.push(payload ?? ''));
  });

  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id, { name: 'Zoé Martin' });
    const actor = asking(organizer);
    const eventId = event.id;
    const change = (what: WallChange, at = now) =>
      changeWall(getDb(), { actor, eventId, change: what, now: at });
    const code = async (at = now) =>
      (await createWallCode(deps(), { actor, eventId, now: at })).code;
    const open = (typed: string, at = now) =>
      openWallByCode(deps(), { code: typed, now: at, today: TODAY });
    const screen = () => openWall(getDb(), { actor, eventId, now });
    const find = (key: string, today = TODAY) => findScreen(getDb(), { key, today });
    const show = async (seconds: number) => {
      shows.forget(eventId);
      const wall = await findEventWall(getDb(), { eventId });
      if (!wall) throw new Error('the event is gone');
      return shows.at(wall, after(seconds));
    };
    const shown = async (seconds: number) => (await show(seconds)).photos.map(({ id }) => id);
    /** A photo that came this many seconds after now. */
    const photo = async (seconds: number, position = 1, owner = guest) => {
      const { id } = await createTestPhoto(getDb(), owner, { position });
      await getDb()
        .update(photos)
        .set({ createdAt: after(seconds) })
        .where(eq(photos.id, id));
      return id;
    };
    return { event, organizer, guest, actor, change, code, open, screen, find, show, shown, photo };
  }

  describe('a code', () => {
    test('is six characters, stored as a keyed hash, and opens the wall once', async () => {
      const { event, code, open, find } = await party();
      const made = await code();
      expect(made).toHaveLength(6);
      expect([...made].every((letter) => CODE_LETTERS.includes(letter))).toBe(true);
      const rows = await getDb().select().from(wallCodes).where(eq(wallCodes.eventId, event.id));
      expect(JSON.stringify(rows)).not.toContain(made);
      const opened = await open(` ${made.toLowerCase().slice(0, 3)} ${made.slice(3)}`);
      if (!('key' in opened)) throw new Error('the code opened nothing');
      expect(Buffer.from(opened.key, 'base64url')).toHaveLength(16);
      expect(await find(opened.key)).toMatchObject({ event: { id: event.id } });
      const screens = await getDb().select().from(wallScreens);
      expect(JSON.stringify(screens)).not.toContain(opened.key);
      expect(await open(made)).toEqual({ refusal: 'wrong' });
    });

    test('is good for ten minutes', async () => {
      const { code, open } = await party();
      const [early, late] = [await code(), await code()];
      expect(await open(early, after(599))).toHaveProperty('key');
      expect(await open(late, after(600))).toEqual({ refusal: 'expired' });
      expect(await open('ZZZZZZ')).toEqual({ refusal: 'wrong' });
    });

    test('opens one of two screens that use it at once', async () => {
      const { code, open } = await party();
      const made = await code();
      const opened = await Promise.all([open(made), open(made), open(made)]);
      expect(opened.filter((one) => 'key' in one)).toHaveLength(1);
    });

    test('ends as the sixth one is made, and with its event’s door for guests', async () => {
      const { event, code, open } = await party();
      const codes = [];
      for (let count = 0; count < 6; count += 1) codes.push(await code());
      expect(await open(codes[0] ?? '')).toEqual({ refusal: 'wrong' });
      expect(await open(codes[1] ?? '')).toHaveProperty('key');
      await getDb()
        .update(events)
        .set({ endDate: addDays(TODAY, -1), startDate: addDays(TODAY, -3), guestsMayLook: false })
        .where(eq(events.id, event.id));
      expect(await open(codes[2] ?? '')).toEqual({ refusal: 'wrong' });
    });

    test('stays good as the server’s secret rotates', async () => {
      const { code } = await party();
      const made = await code();
      const [secret] = KEYS.SESSION_SECRET;
      const rotated = { db: getDb(), env: { SESSION_SECRET: ['a newer one', secret] as const } };
      const opened = await openWallByCode(rotated, { code: made, now, today: TODAY });
      expect(opened).toHaveProperty('key');
    });

    test('is made, like all changes, by the event’s organizers only', async () => {
      const { event, guest } = await party();
      const other = await party();
      const eventId = event.id;
      for (const [actor, code] of [
        [asking(guest), 'not_an_organizer'],
        [other.actor, 'access_denied'],
      ] as const) {
        const asked = { actor, eventId, now };
        const refused = { code };
        await expect(createWallCode(deps(), asked)).rejects.toMatchObject(refused);
        await expect(openWall(getDb(), asked)).rejects.toMatchObject(refused);
        await expect(renewWall(getDb(), asked)).rejects.toMatchObject(refused);
        const change = changeWall(getDb(), { ...asked, change: { next: true } });
        await expect(change).rejects.toMatchObject(refused);
      }
    });
  });

  describe('a key', () => {
    test('ends with every other one of the event as the wall is renewed', async () => {
      const { event, actor, screen, code, open, find } = await party();
      const other = await party();
      const [first, second, elsewhere] = [await screen(), await screen(), await other.screen()];
      const unused = await code();
      const ids = (
        await getDb().select().from(wallScreens).where(eq(wallScreens.eventId, event.id))
      ).map(({ id }) => id);
      await renewWall(getDb(), { actor, eventId: event.id });
      expect([await find(first), await find(second)]).toEqual([null, null]);
      expect(await open(unused)).toEqual({ refusal: 'wrong' });
      expect(await find(elsewhere)).not.toBeNull();
      for (const id of ids) {
        await expect.poll(() => heard).toContain(`${event.id} wall_end ${id}`);
      }
    });

    test('ends in the log, too, if there was one', async () => {
      const { event, organizer, actor, screen, code } = await party();
      const renew = () => renewWall(getDb(), { actor, eventId: event.id });
      const deeds = () =>
        getDb().select().from(auditEntries).where(eq(auditEntries.eventId, event.id));
      await renew();
      expect(await deeds()).toEqual([]);
      await screen();
      await renew();
      const entry = { deed: 'event.screens_ended', actorId: organizer.id, eventName: event.name };
      expect(await deeds()).toMatchObject([entry]);
      await code();
      await renew();
      expect(await deeds()).toMatchObject([entry, entry]);
    });

    test('is one of twenty; one more ends the one that was seen least recently', async () => {
      const { event, screen, find } = await party();
      const first = await screen();
      const second = await screen();
      const found = await find(first);
      await noteScreen(getDb(), found ?? { id: 0, seenAt: now }, after(60));
      for (let count = 2; count <= SCREENS_MAX; count += 1) await screen();
      expect(await find(first)).not.toBeNull();
      expect(await find(second)).toBeNull();
      expect(await getDb().$count(wallScreens, eq(wallScreens.eventId, event.id))).toBe(
        SCREENS_MAX,
      );
    });

    test('shows as much as guests may see, and no more', async () => {
      const { event, screen, find } = await party();
      const key = await screen();
      expect((await find(key))?.actor).toEqual({ role: 'wall', eventId: event.id });
      const tomorrow = addDays(event.endDate, 1);
      expect(await find(key, tomorrow)).not.toBeNull();
      await getDb().update(events).set({ guestsMayLook: false }).where(eq(events.id, event.id));
      expect(await find(key)).not.toBeNull();
      expect(await find(key, tomorrow)).toBeNull();
    });

    test('ends with the event’s photos, and with the event', async () => {
      const { event, organizer, actor, screen, code, find, change } = await party();
      await code();
      await change({ next: true });
      const key = await screen();
      const long = addDays(event.endDate, 60);
      expect(await find(key, long)).toBeNull();
      await removeOverdue(getDb(), { actor: SYSTEM, eventId: event.id, today: long });
      expect(await find(key)).toBeNull();
      expect(await getDb().$count(wallCodes, eq(wallCodes.eventId, event.id))).toBe(0);
      await deleteEvent(getDb(), { actor, eventId: event.id });
      expect(await getDb().$count(walls, eq(walls.eventId, event.id))).toBe(0);
      expect(organizer.eventId).toBe(event.id);
    });

    test('counts as a screen that is on while it asks', async () => {
      const { event, screen, find } = await party();
      const key = await screen();
      const count = (at: Date) => countScreens(getDb(), { eventId: event.id, now: at });
      expect(await count(after(80))).toBe(1);
      expect(await count(after(100))).toBe(0);
      const found = await find(key);
      const { id, seenAt } = found ?? { id: 0, seenAt: now };
      await noteScreen(getDb(), { id, seenAt }, after(29));
      expect((await find(key))?.seenAt).toEqual(now);
      await noteScreen(getDb(), { id, seenAt }, after(100));
      expect(await count(after(100))).toBe(1);
    });
  });

  describe('photos', () => {
    test('come 20 s after they came, in their order', async () => {
      const { shown, show, photo } = await party();
      const [first, second] = [await photo(0), await photo(5, 2)];
      expect(await shown(19.9)).toEqual([]);
      const early = await show(19.9);
      expect(early.waiting.map(({ id, from }) => [id, from])).toEqual([
        [first, after(20).getTime()],
        [second, after(25).getTime()],
      ]);
      expect(early.changesAt).toBe(after(20).getTime());
      expect(await shown(20)).toEqual([first]);
      expect((await show(20)).changesAt).toBe(after(25).getTime());
      expect(await shown(25)).toEqual([first, second]);
      expect((await show(25)).changesAt).toBeNull();
    });

    test.each([0, 60])('come after %i s if an organizer wants so', async (delay) => {
      const { shown, photo, change } = await party();
      await change({ delay });
      const id = await photo(0);
      if (delay > 0) expect(await shown(delay - 1)).toEqual([]);
      expect(await shown(delay)).toEqual([id]);
    });

    test('say whether they are their owner’s first', async () => {
      const { event, show, photo } = await party();
      const other = await createTestUser(getDb(), event.id);
      const [first, second] = [await photo(0), await photo(1, 2)];
      const others = await photo(2, 1, other);
      const firsts = (await show(60)).photos.map(({ id, isFirst }) => [id, isFirst]);
      expect(firsts).toEqual([
        [first, true],
        [second, false],
        [others, true],
      ]);
    });

    test('are gone at once when they are hidden, wait for approval, or are deleted', async () => {
      const { shown, photo } = await party();
      const [hidden, deleted, stays] = [await photo(0), await photo(1, 2), await photo(2, 3)];
      expect(await shown(60)).toEqual([hidden, deleted, stays]);
      await changeHidden(getDb(), { photoId: hidden, isHidden: true, now });
      await getDb().delete(photos).where(eq(photos.id, deleted));
      expect(await shown(60)).toEqual([stays]);
      const waits = { hiddenAt: now, isPending: true };
      await getDb().update(photos).set(waits).where(eq(photos.id, stays));
      expect(await shown(60)).toEqual([]);
    });

    test('are cached until something changes them, on every server', async () => {
      const { event, photo, change } = await party();
      const id = await photo(0);
      const ids = async () => {
        const wall = await findEventWall(getDb(), { eventId: event.id });
        return wall ? (await shows.at(wall, after(60))).photos.map((one) => one.id) : [];
      };
      await expect.poll(ids).toEqual([id]);
      await change({ skip: id });
      await expect.poll(ids).toEqual([]);
      await expect.poll(() => heard).toContain(`${event.id} wall 0`);
    });
  });

  describe('an organizer', () => {
    test('takes a photo off the wall, and takes that back', async () => {
      const { event, shown, show, photo, change } = await party();
      const [first, second] = [await photo(0), await photo(5, 2)];
      await change({ skip: second });
      expect(await shown(60)).toEqual([first]);
      expect((await show(60)).skipped.map(({ id }) => id)).toEqual([second]);
      expect((await show(6)).changesAt).toBe(after(20).getTime());
      await change({ unskip: second });
      expect(await shown(60)).toEqual([first, second]);
      expect(await getDb().$count(wallDecisions, eq(wallDecisions.eventId, event.id))).toBe(0);
    });

    test('the organizer lets photos through one by one, and those that were shown before stay on the wall', async () => {
      const { shown, show, photo, change } = await party();
      const [old, young] = [await photo(0), await photo(25, 2)];
      await change({ delay: null }, after(30));
      expect(await shown(90)).toEqual([old]);
      expect((await show(90)).waiting).toMatchObject([{ id: young, from: null }]);
      expect((await show(90)).changesAt).toBeNull();
      await change({ letThrough: young }, after(100));
      const now = await show(100);
      expect(now.photos.map(({ id, from }) => [id, from])).toEqual([
        [old, after(0).getTime()],
        [young, after(100).getTime()],
      ]);
      await change({ skip: young }, after(110));
      await change({ unskip: young }, after(111));
      expect((await show(120)).waiting).toMatchObject([{ id: young }]);
      await change({ delay: 20 }, after(120));
      expect(await shown(121)).toEqual([old, young]);
    });

    test('takes back only what was taken off', async () => {
      const { shown, photo, change } = await party();
      await change({ delay: null });
      const id = await photo(5);
      await change({ letThrough: id }, after(6));
      expect(await shown(7)).toEqual([id]);
      await change({ unskip: id }, after(8));
      expect(await shown(9)).toEqual([id]);
    });

    test('changes programme, pause, pace and the photo that is shown', async () => {
      const { change } = await party();
      const first = { programme: 'photos', isPaused: false, nextCount: 0, pace: 8, delay: 20 };
      expect(await change({ paused: false })).toMatchObject(first);
      expect(await change({ programme: 'dark' })).toMatchObject({ ...first, programme: 'dark' });
      expect(await change({ paused: true, pace: 15 })).toMatchObject({ isPaused: true, pace: 15 });
      const presses = Array.from({ length: 5 }, () => change({ next: true }));
      await Promise.all(presses);
      expect(await change({ next: true })).toMatchObject({ nextCount: 6, programme: 'dark' });
    });

    test('cannot decide about photos that are elsewhere or nowhere', async () => {
      const { change } = await party();
      const other = await party();
      const photo = await other.photo(0);
      const skip = change({ skip: photo, programme: 'dark' });
      await expect(skip).rejects.toMatchObject({ code: 'access_denied' });
      const gone = change({ letThrough: 2_000_000_000 });
      await expect(gone).rejects.toMatchObject({ code: 'photo_not_found' });
      expect(await change({ paused: false })).toMatchObject({ programme: 'photos' });
    });
  });

  describe('stars', () => {
    async function starred() {
      const stage = await party();
      const fan = await createTestUser(getDb(), stage.event.id);
      const photoId = await stage.photo(-100);
      await createTestStar(getDb(), { userId: fan.id, photoId, star: 1 });
      await getDb().update(favorites).set({ createdAt: now }).where(eq(favorites.photoId, photoId));
      return { ...stage, fan, photoId };
    }

    test('fall 20 s after they were given, and not after two minutes', async () => {
      const { show, photoId } = await starred();
      expect((await show(19)).stars).toEqual([]);
      expect((await show(19)).changesAt).toBe(after(20).getTime());
      const [star] = (await show(20)).stars;
      expect(star).toMatchObject({ photoId });
      expect((await show(119)).stars).toEqual([star]);
      expect((await show(120)).stars).toEqual([]);
    });

    test('do not tell who gave them, and fall on photos on the wall only', async () => {
      const { show, change, photoId, fan } = await starred();
      const [star] = (await show(30)).stars;
      expect(star?.id).toMatch(/^[\w-]{16}$/);
      expect(JSON.stringify(await show(30))).not.toContain(String(fan.name));
      await change({ skip: photoId });
      expect((await show(30)).stars).toEqual([]);
      expect((await show(30)).podium).toEqual([]);
    });

    test('stop falling after two minutes, also from the cache', async () => {
      const { event, photoId } = await starred();
      shows.forget(event.id);
      const wall = await findEventWall(getDb(), { eventId: event.id });
      if (!wall) throw new Error('the event is gone');
      expect((await shows.at(wall, after(119))).stars).toMatchObject([{ photoId }]);
      expect((await shows.at(wall, after(120))).stars).toEqual([]);
    });

    test('that strangers gave in the demo event do not fall', async () => {
      const { show, fan } = await starred();
      await getDb().update(users).set({ isStranger: true }).where(eq(users.id, fan.id));
      expect((await show(30)).stars).toEqual([]);
    });

    test('are not read while the standings are hidden', async () => {
      const { event, photoId } = await starred();
      const wall = await findEventWall(getDb(), { eventId: event.id });
      if (!wall) throw new Error('the event is gone');
      const hidden = { ...wall, event: { ...wall.event, standings: 'hidden' as const } };
      // Without the table, whatever reads it fails.
      const withoutTable = getDb().transaction(async (tx) => {
        await tx.execute(sql`alter table ${favorites} rename to moved_favorites`);
        const { at } = createWallShows({ ...deps(), db: tx });
        expect((await at(hidden, after(30))).photos.map(({ id }) => id)).toEqual([photoId]);
        await expect(at(wall, after(30))).rejects.toThrow();
        tx.rollback();
      });
      await expect(withoutTable).rejects.toThrow(TransactionRollbackError);
    });

    test('are not told while the standings are hidden', async () => {
      const { event, show, photoId } = await starred();
      const set = (values: Partial<typeof events.$inferInsert>) =>
        getDb().update(events).set(values).where(eq(events.id, event.id));
      expect((await show(30)).podium).toHaveLength(1);
      await set({ standings: 'hidden' });
      const hidden = await show(10);
      expect([hidden.podium, hidden.stars, hidden.changesAt]).toEqual([null, [], null]);
      expect((await show(30)).stars).toEqual([]);
      expect((await show(30)).photos.map(({ id }) => id)).toEqual([photoId]);
      await set({ standings: 'curtain', votingClosesAt: after(3600 + 60) });
      expect((await show(59)).podium).toHaveLength(1);
      expect((await show(59)).changesAt).toBe(after(60).getTime());
      expect((await show(60)).podium).toBeNull();
      await set({ revealedAt: after(90) });
      expect((await show(60)).changesAt).toBe(after(90).getTime());
      expect((await show(90)).changesAt).toBe(after(126).getTime());
      expect((await show(126)).podium).toHaveLength(1);
    });

    test('that are given while the standings are hidden leave the cached photos alone', async () => {
      const { event, photo } = await party();
      const id = await photo(-100);
      const fan = await createTestUser(getDb(), event.id);
      await getDb().update(events).set({ standings: 'hidden' }).where(eq(events.id, event.id));
      const wall = await findEventWall(getDb(), { eventId: event.id });
      if (!wall) throw new Error('the event is gone');
      const countOf = (what: string) => heard.filter((one) => one === `${event.id} ${what}`).length;
      await expect.poll(() => countOf('photos 0')).toBe(2);
      // The same object as long as the photos are not read anew.
      const cameAt = async () => (await shows.at(wall, now)).photos[0]?.createdAt;
      const before = await cameAt();
      expect(before).toEqual(after(-100));
      await createTestStar(getDb(), { userId: fan.id, photoId: id, star: 1 });
      await expect.poll(() => countOf(`stars ${fan.id}`)).toBe(1);
      expect(await cameAt()).toBe(before);
    });

    test('make the podium, with shared places', async () => {
      const { event, show, photo, fan, photoId } = await starred();
      const other = await createTestUser(getDb(), event.id);
      const second = await photo(-90, 1, other);
      await createTestStar(getDb(), { userId: fan.id, photoId: second, star: 2 });
      expect((await show(0)).podium).toEqual([
        { place: 1, photoId, stars: 1 },
        { place: 1, photoId: second, stars: 1 },
      ]);
      await getDb().delete(users).where(eq(users.id, fan.id));
      await expect.poll(async () => (await show(0)).podium).toEqual([]);
    });

    test('that are counted keep their places as a photo is gone', async () => {
      const { event, actor, show, photo, fan, photoId } = await starred();
      const second = await photo(-90, 2);
      const other = await createTestUser(getDb(), event.id);
      await createTestStar(getDb(), { userId: other.id, photoId, star: 1 });
      await createTestStar(getDb(), { userId: fan.id, photoId: second, star: 2 });
      await closeVoting(getDb(), { actor, eventId: event.id, now: () => now });
      await getDb().delete(photos).where(eq(photos.id, photoId));
      expect((await show(0)).podium).toEqual([{ place: 2, photoId: second, stars: 1 }]);
    });
  });

  describe('the reveal', () => {
    /** Three photos with three, two and one stars, hidden standings, and a reveal at `now`. */
    async function revealed(given: readonly (readonly number[])[] = [[1], [0, 2], [0, 1], [0]]) {
      const stage = await party();
      const eventId = stage.event.id;
      const [names, owners, ids] = [['Zoé', 'Karim', 'Aïcha'], [] as number[], [] as number[]];
      for (let index = 0; index < given.length; index += 1) {
        const owner = await createTestUser(getDb(), eventId, { name: names[index] ?? 'Jules' });
        owners.push(owner.id);
        ids.push(await stage.photo(index - 200, 1, owner));
      }
      for (const [index, stars] of given.entries()) {
        for (const [number, photo] of stars.entries()) {
          const [userId = 0, photoId = 0] = [owners[index], ids[photo]];
          await createTestStar(getDb(), { userId, photoId, star: number + 1 });
        }
      }
      const set = (values: Partial<typeof events.$inferInsert>) =>
        getDb().update(events).set(values).where(eq(events.id, eventId));
      await set({ standings: 'hidden', revealedAt: now });
      const places = async (seconds: number) =>
        (await stage.show(seconds)).reveal?.places.map(({ place, photos: shared }) => [
          place,
          ...shared.map(({ photo: { id }, stars, isShown }) => [ids.indexOf(id), stars, isShown]),
        ]);
      const programme = async (seconds: number) => {
        const wall = await findEventWall(getDb(), { eventId });
        return wall && programmeAt(wall.event, wall.settings, after(seconds));
      };
      return { ...stage, ids, set, places, programme };
    }
    const PLACES = [
      [3, [2, 1, true]],
      [2, [1, 2, true]],
      [1, [0, 3, true]],
    ];

    test('is told whole from its beginning on, and not a millisecond earlier', async () => {
      const { show, places } = await revealed();
      const before = await show(-0.001);
      expect([before.reveal, before.podium, before.stars]).toEqual([null, null, []]);
      expect(before.changesAt).toBe(now.getTime());
      expect(await places(0)).toEqual(PLACES);
      const begun = await show(0);
      expect(begun.reveal).toMatchObject({
        startsAt: now.getTime(),
        steps: [
          { place: 3, at: 10_000 },
          { place: 2, at: 14_000 },
          { place: 1, at: 28_000 },
        ],
      });
      // Only the reveal tells stars until its end.
      expect([begun.podium, begun.stars]).toEqual([null, []]);
      expect(begun.changesAt).toBe(after(36).getTime());
    });

    test('is followed by the podium, and forgotten some minutes later', async () => {
      const { show, places } = await revealed();
      expect((await show(35.999)).podium).toBeNull();
      expect((await show(36)).podium).toHaveLength(3);
      expect((await show(36)).changesAt).toBe(after(336).getTime());
      expect(await places(335.999)).toEqual(PLACES);
      expect((await show(336)).reveal).toBeNull();
      expect((await show(336)).podium).toHaveLength(3);
    });

    test('reads no stars before it begins', async () => {
      const { event } = await revealed();
      const wall = await findEventWall(getDb(), { eventId: event.id });
      if (!wall) throw new Error('the event is gone');
      let selects = 0;
      const counting = createWallShows({
        ...deps(),
        db: new Proxy(getDb(), {
          get(db, name, self) {
            if (name === 'select') selects += 1;
            return Reflect.get(db, name, self) as unknown;
          },
        }),
      });
      await counting.at(wall, after(-1));
      // The photos alone.
      expect(selects).toBe(1);
      await counting.at(wall, after(0));
      expect(selects).toBeGreaterThan(1);
    });

    test('loses a photo that is hidden in the middle, and the other places stay', async () => {
      const { ids, places } = await revealed();
      const hide = (index: number, at = after(20)) =>
        changeHidden(getDb(), { photoId: ids[index] ?? 0, isHidden: true, now: at });
      await hide(2);
      expect(await places(20)).toEqual([
        [2, [1, 2, true]],
        [1, [0, 3, true]],
      ]);
      await hide(0);
      expect((await places(21))?.length).toBe(1);
    });

    test('names who made a photo that was taken off the wall, without the photo', async () => {
      const { ids, places, change } = await revealed();
      await change({ skip: ids[1] });
      expect((await places(1))?.[1]).toEqual([2, [1, 2, false]]);
    });

    test('tells photos together that share a place', async () => {
      const { places } = await revealed([[1], [0], [], []]);
      expect(await places(1)).toEqual([[1, [0, 1, true], [1, 1, true]]]);
    });

    test('leads to the podium, until an organizer chooses something else', async () => {
      const { programme, change } = await revealed();
      await change({ programme: 'dark' }, after(-1));
      expect(await programme(-0.001)).toBe('dark');
      expect(await programme(0)).toBe('podium');
      expect(await programme(3600)).toBe('podium');
      // A pause chooses nothing, and the answer says what is shown.
      expect(await change({ paused: true }, after(40))).toMatchObject({ programme: 'podium' });
      expect(await programme(41)).toBe('podium');
      expect(await change({ programme: 'dark' }, after(60))).toMatchObject({ programme: 'dark' });
      expect(await programme(60)).toBe('dark');
    });

    test('that is taken back leaves the wall as it was', async () => {
      const { programme, show, set } = await revealed();
      await set({ revealedAt: null });
      expect(await programme(60)).toBe('photos');
      expect((await show(60)).reveal).toBeNull();
      expect((await show(60)).changesAt).toBeNull();
    });
  });
});
