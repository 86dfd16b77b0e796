import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { events, favorites, fileWork, flagReports, messages, photos, users } from '../../db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import { ADMINISTRATOR, type Person } from '~/models/access';
import { ensureAdministrator } from '~/models/admin/account.server';
import { matchKey, nameKey } from '~/models/event/name';
import { findEventByNames } from '~/models/event/names.server';
import { countParticipants, findOrganizer } from '~/models/event/read.server';
import { deleteEvent } from '~/models/event/end.server';
import { addFavorite, listFavorites, listTopPhotos } from '~/models/photo/star.server';
import { planRemoval } from '~/models/storage/file-work.server';
import { removeDueFiles } from '~/models/storage/file-removal.server';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { getInvitation } from '~/models/event/invitation.server';
import { readCorrespondentPage } from '~/models/message/correspondents.server';
import { listReports } from '~/models/report/read.server';
import { sendMessage } from '~/models/message/write.server';
import { listMessages } from '~/models/message/read.server';
import { addPhoto, deletePhoto } from '~/models/photo/write.server';
import { listEventsToWarn } from '~/models/event/retention.server';
import { createReturnToken, findUserByReturnToken } from '~/models/session/sign-in.server';
import { changeDetails, setSelfie } from '~/models/user/write.server';
import { deleteOwnAccount, deleteUser, removeParticipant } from '~/models/user/remove.server';
import type { UserRow } from '~/models/user/read.server';
import { register } from '~/models/user/register.server';
import { filesOfKeys, findFaults, findTraces } from '../consistency';
import {
  createTestEvent,
  createTestPayment,
  createTestUser,
  createTestUsers,
  testImageKey,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage, KEYS } from '../setup/fakes';

withDatabases('leaving and deleting', (getDb, kind) => {
  // One storage for all tests, as there is one database.
  const storage = createFakeStorage();
  const file = { path: '/nowhere' };
  const deps = () => ({ db: getDb(), storage, images: createFakeImages() });
  const files = () => filesOfKeys(storage.keys());
  const noPixels = {
    full: new Uint8Array(),
    1080: new Uint8Array(),
    720: new Uint8Array(),
    320: new Uint8Array(),
  };
  const removeFiles = () => removeDueFiles({ db: getDb(), storage });

  /** An event that no test is about. */
  let bystanders: { event: { id: number } };
  beforeAll(async () => {
    // The administrator's row cannot be deleted, so no user of a test may have that id.
    await ensureAdministrator(getDb(), {
      email: 'admin@example.com',
      username: 'admin',
      password: 'open sesame',
      today: TODAY,
    });
    bystanders = await party();
  });

  // Rows and files are consistent after every test, before and after the removal job.
  afterEach(async () => {
    expect(await findFaults(getDb(), files())).toEqual([]);
    await removeFiles();
    expect(await findFaults(getDb(), files())).toEqual([]);
    await forgetTest();
  });

  /** Leaves the demo event and the bystanders, because both checks read all that there is. */
  async function forgetTest() {
    const kept = [DEMO_EVENT_ID, bystanders.event.id];
    await getDb().delete(events).where(notInArray(events.id, kept));
    for (const key of storage.keys()) {
      if (!kept.includes(Number(key.split('/')[0]))) await storage.remove('local', key);
    }
  }

  const actorOf = (user: UserRow): Person => ({
    userId: user.id,
    eventId: user.eventId,
    role: user.isOrganizer ? 'organizer' : 'participant',
    today: TODAY,
  });
  const photoOf = (user: UserRow, position = 1, given = deps()) =>
    addPhoto(given, {
      actor: actorOf(user),
      userId: user.id,
      eventId: user.eventId,
      position,
      file,
    });
  const star = (user: UserRow, photo: { id: number }) =>
    addFavorite(getDb(), { photoId: photo.id, actor: actorOf(user) });
  const report = (user: UserRow, photo: { id: number }) =>
    getDb()
      .insert(flagReports)
      .values({ photoId: photo.id, reportedById: user.id, eventId: user.eventId });
  const write = (from: UserRow, to: UserRow) =>
    getDb()
      .insert(messages)
      .values({ fromUserId: from.id, toUserId: to.id, eventId: from.eventId, message: 'Hello' });

  /** An event in which everybody has something to do with everybody. */
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const image = testImageKey(event.id);
    await storage.write('local', image, noPixels);
    await getDb()
      .update(events)
      .set({ imageStorage: 'local', imageKey: image })
      .where(eq(events.id, event.id));
    const [anna, ben, cleo] = await Promise.all([
      createTestUser(getDb(), event.id),
      createTestUser(getDb(), event.id),
      createTestUser(getDb(), event.id),
    ]);
    const annas = [await photoOf(anna, 1), await photoOf(anna, 2)] as const;
    const bens = await photoOf(ben);
    const cleos = await photoOf(cleo);
    const selfie = (await setSelfie(deps(), { actor: actorOf(anna), user: anna, file }))
      .selfieKey as string;
    await setSelfie(deps(), { actor: actorOf(ben), user: ben, file });
    for (const [who, photo] of [
      [ben, annas[0]],
      [cleo, annas[0]],
      [organizer, annas[1]],
      [anna, bens],
      [cleo, bens],
      [anna, cleos],
    ] as const) {
      await star(who, photo);
    }
    for (const [who, photo] of [
      [anna, bens],
      [ben, annas[0]],
      [cleo, bens],
    ] as const) {
      await report(who, photo);
    }
    for (const [from, to] of [
      [organizer, anna],
      [anna, organizer],
      [organizer, ben],
    ] as const) {
      await write(from, to);
    }
    await createTestPayment(getDb(), event);
    const keys = [selfie, ...annas.map((photo) => photo.imageKey)];
    return { event, organizer, anna, ben, cleo, annas, bens, cleos, image, selfie, keys };
  }

  const eventOf = (user: UserRow) => ({ eventId: user.eventId });
  const remove = (user: { id: number }, by: UserRow) =>
    removeParticipant({ db: getDb(), env: KEYS }, { userId: user.id, actor: actorOf(by) });

  test('removing a participant removes everything of theirs, and the others’ counts stay exact', async () => {
    const { organizer, anna, ben, cleo, annas, bens, keys } = await party();
    await remove(anna, organizer);

    // The files wait for the removal job. Everything else is gone at once.
    const gone = { users: [anna.id], photos: annas.map(({ id }) => id) };
    expect(await findTraces(getDb(), files(), gone)).toEqual([]);
    expect(storage.keys()).toEqual(expect.arrayContaining(keys));
    await removeFiles();
    expect(await findTraces(getDb(), files(), { ...gone, keys })).toEqual([]);

    const ranking = await listTopPhotos(getDb(), eventOf(ben));
    expect(ranking.map(({ id, favoriteCount }) => [id, favoriteCount])).toEqual([[bens.id, 1]]);
    expect(await listFavorites(getDb(), { userId: ben.id })).toEqual([]);
    expect(await getDb().$count(photos, eq(photos.eventId, eventOf(ben).eventId))).toBe(2);
    expect(await countParticipants(getDb(), eventOf(ben))).toBe(2);
    // What Anna reported stays, without her.
    const reports = await listReports(getDb(), { eventId: ben.eventId });
    expect(reports.map((it) => [it.photoId, it.reportedById, it.reporterName])).toEqual(
      expect.arrayContaining([
        [bens.id, null, null],
        [bens.id, cleo.id, cleo.name],
      ]),
    );
    expect(reports).toHaveLength(2);
    const sent = await getDb().select().from(messages).where(eq(messages.eventId, ben.eventId));
    expect(sent).toMatchObject([{ fromUserId: organizer.id, toUserId: ben.id }]);
    // Members who starred a deleted photo get their star back.
    for (const position of [2, 3]) await star(ben, await photoOf(cleo, position));
    await star(ben, await photoOf(organizer));
    expect(await listFavorites(getDb(), { userId: ben.id })).toHaveLength(3);
  });

  test('only the organizer removes participants, and only those of their own event', async () => {
    const { organizer, anna, ben } = await party();
    const { organizer: stranger } = await createTestEvent(getDb());
    const visitor: Person = { userId: null, eventId: anna.eventId, role: 'visitor', today: TODAY };
    const before = await getDb().$count(users);
    const cases: [number, Person, string][] = [
      [organizer.id, actorOf(organizer), 'access_denied'],
      [organizer.id, actorOf(anna), 'access_denied'],
      [anna.id, actorOf(anna), 'access_denied'],
      [anna.id, actorOf(ben), 'access_denied'],
      [anna.id, actorOf(stranger), 'access_denied'],
      [anna.id, visitor, 'access_denied'],
      [stranger.id, actorOf(organizer), 'access_denied'],
      [9_000_000_000, actorOf(organizer), 'user_not_found'],
    ];
    for (const [userId, actor, code] of cases) {
      await expect(
        removeParticipant({ db: getDb(), env: KEYS }, { userId, actor }),
      ).rejects.toMatchObject({ code });
    }
    expect(await getDb().$count(users)).toBe(before);
  });

  test('if two remove the same participant at once, one is told that the participant does not exist', async () => {
    const { organizer, anna } = await party();
    const outcomes = await Promise.allSettled([remove(anna, organizer), remove(anna, organizer)]);
    expect(codesOf(outcomes).sort()).toEqual(['done', 'user_not_found']);
  });

  test('a participant can delete their own account with everything; an organizer cannot', async () => {
    const { organizer, anna, annas, keys } = await party();
    await deleteOwnAccount(getDb(), { actor: actorOf(anna) });
    expect(await listReports(getDb(), eventOf(anna))).toHaveLength(1);
    await removeFiles();
    const gone = { users: [anna.id], photos: annas.map(({ id }) => id), keys };
    expect(await findTraces(getDb(), files(), gone)).toEqual([]);
    for (const { user, code } of [
      { user: anna, code: 'user_not_found' },
      { user: organizer, code: 'access_denied' },
    ]) {
      await expect(deleteOwnAccount(getDb(), { actor: actorOf(user) })).rejects.toMatchObject({
        code,
      });
    }
  });

  test('a deleted event leaves no row in any table and no file', async () => {
    const { event, image, keys } = await party();
    const other = await party();
    const rowsOfOther = () => findTraces(getDb(), files(), { events: [other.event.id] });
    const untouched = await rowsOfOther();
    expect(untouched.length).toBeGreaterThan(20);

    await deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: event.id });
    expect(storage.keys()).toEqual(expect.arrayContaining([image, ...keys]));
    await removeFiles();
    expect(await findTraces(getDb(), files(), { events: [event.id] })).toEqual([]);
    expect(await rowsOfOther()).toEqual(untouched);
  });

  test('the demo event and an unknown event cannot be deleted', async () => {
    await expect(deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: 1 })).rejects.toMatchObject({
      code: 'demo_event_protected',
    });
    const { event } = await party();
    const twice = [1, 2].map(() =>
      deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: event.id }),
    );
    expect(codesOf(await Promise.allSettled(twice)).sort()).toEqual(['done', 'event_not_found']);
  });

  const organizersOf = (eventId: number) =>
    getDb()
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.eventId, eventId), eq(users.isOrganizer, true)));
  const readEvent = async (eventId: number) => {
    const [event] = await getDb().select().from(events).where(eq(events.id, eventId));
    return event;
  };

  describe('deleting an organizer as the administrator', () => {
    test('deletes the event without a successor, and no other event', async () => {
      const { event, organizer, image, keys } = await party();
      const other = await party();
      const rowsOfOther = () => findTraces(getDb(), files(), { events: [other.event.id] });
      const untouched = await rowsOfOther();

      await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id });
      expect(storage.keys()).toEqual(expect.arrayContaining([image, ...keys]));
      await removeFiles();
      expect(await findTraces(getDb(), files(), { events: [event.id] })).toEqual([]);
      expect(await rowsOfOther()).toEqual(untouched);
    });

    test('leaves the event to the successor, with everything else unchanged', async () => {
      const { event, organizer, ben, bens, image } = await party();
      const organizers = await photoOf(organizer);
      const selfie = (await setSelfie(deps(), { actor: actorOf(organizer), user: organizer, file }))
        .selfieKey as string;
      await star(ben, organizers);
      await report(ben, organizers);
      const returnToken = await createReturnToken(getDb(), { userId: organizer.id });
      const countBens = () => getDb().$count(photos, eq(photos.userId, ben.id));
      const photosOfBen = await countBens();
      const starsOf = async () =>
        (await listTopPhotos(getDb(), { eventId: event.id })).find(({ id }) => id === bens.id);
      const before = await starsOf();

      await deleteUser(getDb(), {
        actor: ADMINISTRATOR,
        userId: organizer.id,
        successorId: ben.id,
      });

      const keys = [selfie, organizers.imageKey];
      const gone = { users: [organizer.id], photos: [organizers.id] };
      expect(await findTraces(getDb(), files(), gone)).toEqual([]);
      await removeFiles();
      expect(await findTraces(getDb(), files(), { ...gone, keys })).toEqual([]);
      expect(storage.keys()).toContain(image);
      expect(await organizersOf(event.id)).toEqual([{ id: ben.id }]);
      expect(await readEvent(event.id)).toEqual({
        ...event,
        imageStorage: 'local',
        imageKey: image,
        organizerNameKey: nameKey(ben.name),
        organizerMatchKey: matchKey(ben.name),
      });
      // Only the successor's role changes: they stay signed in, with everything that is theirs.
      const [row] = await getDb().select().from(users).where(eq(users.id, ben.id));
      expect(row).toEqual({
        ...ben,
        isOrganizer: true,
        selfieStorage: 'local',
        selfieKey: row?.selfieKey,
      });
      expect(row?.selfieKey).not.toBeNull();
      expect(await countBens()).toBe(photosOfBen);
      expect(await starsOf()).toEqual(before);
      expect(await countParticipants(getDb(), { eventId: event.id })).toBe(2);
      expect(await findUserByReturnToken(getDb(), { token: returnToken })).toBeNull();
    });

    test('makes the successor the one in the invitation, in the names and for messages', async () => {
      const { event, organizer, anna, ben, cleo } = await party();
      await deleteUser(getDb(), {
        actor: ADMINISTRATOR,
        userId: organizer.id,
        successorId: ben.id,
      });

      expect(await getInvitation(getDb(), { eventId: event.id, code: null })).toMatchObject({
        organizerName: ben.name,
      });
      const found = (organizerName: string) =>
        findEventByNames(getDb(), { event: event.name, organizerName }, 'member');
      expect(await found(ben.name)).toMatchObject({ id: event.id });
      // Invitations that were printed before keep working.
      expect(await found(organizer.name)).toMatchObject({ id: event.id });
      const newcomer = { name: `Guest ${unique()}`, email: 'new@example.com', today: TODAY };
      await register({ db: getDb(), env: KEYS }, { eventId: event.id, ...newcomer });

      const say = (from: UserRow, toUserId: number | 'all', message = 'Hello') => {
        const role = from.id === ben.id ? 'organizer' : 'participant';
        return sendMessage(getDb(), { actor: { ...actorOf(from), role }, toUserId, message });
      };
      await expect(say(anna, organizer.id)).rejects.toMatchObject({ code: 'user_not_found' });
      await expect(say(anna, cleo.id)).rejects.toMatchObject({ code: 'access_denied' });
      await say(anna, ben.id, 'Welcome');
      expect((await say(ben, 'all', 'Thanks')).count).toBe(3);
      const conversation = { userId: anna.id, eventId: event.id, withUserId: ben.id };
      const said = await listMessages(getDb(), conversation);
      expect(said.messages.map(({ message }) => message)).toEqual(['Thanks', 'Welcome']);
      const { people } = await readCorrespondentPage(getDb(), {
        organizerId: ben.id,
        eventId: event.id,
      });
      expect(people.map(({ id, line }) => [id, line])).toEqual(
        expect.arrayContaining([
          // Messages to all have their own thread.
          [anna.id, 'Welcome'],
          [cleo.id, null],
        ]),
      );
      expect(people).toHaveLength(3);
    });

    test('repeats the warning that photos will be deleted, for the successor', async () => {
      const { event, organizer, ben } = await party();
      const isWarned = { endDate: TODAY, startDate: TODAY, warnedForEnd: TODAY };
      await getDb().update(events).set(isWarned).where(eq(events.id, event.id));
      const toWarn = async () =>
        (await listEventsToWarn(getDb(), { today: '2026-07-12' })).map(({ id }) => id);
      expect(await toWarn()).not.toContain(event.id);
      await deleteUser(getDb(), {
        actor: ADMINISTRATOR,
        userId: organizer.id,
        successorId: ben.id,
      });
      expect(await toWarn()).toContain(event.id);
    });

    test('is refused if the successor is not a participant of the event', async () => {
      const { event, organizer } = await party();
      const { anna: stranger, organizer: other } = await party();
      const leaver = await createTestUser(getDb(), event.id);
      await deleteOwnAccount(getDb(), { actor: actorOf(leaver) });
      for (const successorId of [
        organizer.id,
        stranger.id,
        other.id,
        leaver.id,
        1,
        9_000_000_000,
      ]) {
        const deletion = deleteUser(getDb(), {
          actor: ADMINISTRATOR,
          userId: organizer.id,
          successorId,
        });
        await expect(deletion).rejects.toMatchObject({
          code: 'user_not_found',
          field: 'successorId',
        });
      }
      expect(await organizersOf(event.id)).toEqual([{ id: organizer.id }]);
      expect(await organizersOf(other.eventId)).toEqual([{ id: other.id }]);
    });

    test('is refused if the event would get the names of another one', async () => {
      const { event, organizer, ben, keys } = await party();
      await createTestEvent(getDb(), {
        name: ` ${event.name.toUpperCase()}`,
        organizer: { name: ben.name.toUpperCase() },
      });
      const before = await findTraces(getDb(), files(), { events: [event.id] });
      const deletion = deleteUser(getDb(), {
        actor: ADMINISTRATOR,
        userId: organizer.id,
        successorId: ben.id,
      });
      await expect(deletion).rejects.toMatchObject({ code: 'event_exists', field: 'successorId' });
      expect(await findTraces(getDb(), files(), { events: [event.id] })).toEqual(before);
      expect(await getDb().$count(fileWork, inArray(fileWork.imageKey, keys))).toBe(0);
    });

    test('can be repeated for each successor, until the last one deletes the event', async () => {
      const { event, organizer, anna, ben, keys } = await party();
      await deleteUser(getDb(), {
        actor: ADMINISTRATOR,
        userId: organizer.id,
        successorId: anna.id,
      });
      await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: anna.id, successorId: ben.id });
      expect(await findOrganizer(getDb(), { eventId: event.id })).toMatchObject({ id: ben.id });
      await expect(deleteOwnAccount(getDb(), { actor: actorOf(ben) })).rejects.toMatchObject({
        code: 'access_denied',
      });
      await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: ben.id });
      await removeFiles();
      expect(await findTraces(getDb(), files(), { events: [event.id], keys })).toEqual([]);
    });
  });

  test('deleting a participant as the administrator needs no successor', async () => {
    const { event, organizer, anna, ben, keys } = await party();
    await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: anna.id, successorId: ben.id });
    await removeFiles();
    expect(await findTraces(getDb(), files(), { users: [anna.id], keys })).toEqual([]);
    expect(await organizersOf(event.id)).toEqual([{ id: organizer.id }]);
  });

  /** What ends the uploader's membership. */
  type End = (party: { organizer: UserRow; anna: UserRow }) => Promise<void>;
  const ENDS: [name: string, end: End][] = [
    ['removed', ({ organizer, anna }) => remove(anna, organizer)],
    [
      'gone with the event',
      ({ anna }) => deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: anna.eventId }),
    ],
    [
      'gone with the organizer',
      ({ organizer }) => deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id }),
    ],
  ];
  describe.each(ENDS)('a member who is %s in the middle of an upload', (_name, end) => {
    const uploads = [
      { what: 'a photo', upload: (user: UserRow, given: Deps) => photoOf(user, 3, given) },
      {
        what: 'a selfie',
        upload: (user: UserRow, given: Deps) =>
          setSelfie(given, { actor: actorOf(user), user, file }),
      },
    ];
    type Deps = ReturnType<typeof deps>;

    test.each(uploads)('while $what is decoded leaves neither row nor file', async ({ upload }) => {
      const someone = await party();
      const given = deps();
      const { process } = given.images;
      given.images.process = async (path) => {
        await end(someone);
        return process(path);
      };
      await expectNothingLeft(someone, upload(someone.anna, given));
    });

    test.each(uploads)('while $what is written leaves neither row nor file', async ({ upload }) => {
      const someone = await party();
      const write: typeof storage.write = async (name, key, content) => {
        await end(someone);
        return storage.write(name, key, content);
      };
      await expectNothingLeft(
        someone,
        upload(someone.anna, { ...deps(), storage: { ...storage, write } }),
      );
    });

    async function expectNothingLeft({ anna }: { anna: UserRow }, upload: Promise<unknown>) {
      await expect(upload).rejects.toMatchObject({ code: 'authentication_required' });
      expect(await findTraces(getDb(), files(), { users: [anna.id] })).toEqual([]);
      expect(await getDb().$count(photos, eq(photos.userId, anna.id))).toBe(0);
      await removeFiles();
    }
  });

  // PGlite runs one transaction after the other, so nothing can interleave.
  describe.runIf(kind === 'postgres')('two transactions at once', () => {
    /** Resolves once this many transactions wait for a lock in this database. */
    async function untilWaiting(count: number) {
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(
          async () =>
            ((await getDb().execute(waiting)) as unknown as { rows: unknown[] }).rows.length,
          { interval: 5 },
        )
        .toBe(count);
    }

    /**
     * Starts all of them, one after the other, while an event is locked, so that each waits for the one
     * before.
     */
    async function queueUp(eventId: number, begin: (() => Promise<unknown>)[]) {
      const begun: Promise<unknown>[] = [];
      let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
      await getDb().transaction(async (tx) => {
        await tx.select().from(events).where(eq(events.id, eventId)).for('update');
        for (const next of begin) {
          begun.push(next());
          outcomes = Promise.allSettled(begun);
          await untilWaiting(begun.length);
        }
      });
      return codesOf((await outcomes) ?? []);
    }

    test.each(ENDS)(
      'a selfie that changes while its owner is %s leaves no file',
      async (_name, end) => {
        const someone = await party();
        const { anna } = someone;
        const key = testImageKey(anna.eventId);
        let ending: Promise<void> | undefined;
        await getDb().transaction(async (tx) => {
          await tx.select().from(users).where(eq(users.id, anna.id)).for('update');
          ending = end(someone);
          await untilWaiting(1);
          // What setSelfie commits.
          await planRemoval(tx, { storage: 'local', key: someone.selfie });
          await storage.write('local', key, noPixels);
          await tx.update(users).set({ selfieKey: key }).where(eq(users.id, anna.id));
        });
        await ending;
        await removeFiles();
        expect(storage.keys()).not.toContain(key);
      },
    );

    test('deleting a photo and its event at once does not deadlock, and plans the removal once', async () => {
      const { event, organizer, annas } = await party();
      const [photo] = annas;
      let outcomes: Promise<PromiseSettledResult<void>[]> | undefined;
      // Another transaction has locked the photo's stars: its deletion has started, and waits for them.
      await getDb().transaction(async (tx) => {
        await tx.select().from(favorites).where(eq(favorites.photoId, photo.id)).for('update');
        const actor = actorOf(organizer);
        const ofPhoto = deletePhoto(
          { db: getDb(), removalWords: removalNotice },
          { photoId: photo.id, actor },
        );
        await untilWaiting(1);
        outcomes = Promise.allSettled([
          ofPhoto,
          deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId: event.id }),
        ]);
        await untilWaiting(2);
      });
      expect(codesOf((await outcomes) ?? [])).toEqual(['done', 'done']);
      const isPhotos = eq(fileWork.imageKey, photo.imageKey);
      expect(await getDb().$count(fileWork, isPhotos)).toBe(1);
    });

    test('a participant who leaves first cannot succeed; a successor cannot leave', async () => {
      const { event, organizer, anna, ben } = await party();
      const leave = (user: UserRow) => () => deleteOwnAccount(getDb(), { actor: actorOf(user) });
      const succeed = (user: UserRow) => () =>
        deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id, successorId: user.id });
      expect(await queueUp(event.id, [leave(anna), succeed(anna)])).toEqual([
        'done',
        'user_not_found',
      ]);
      expect(await organizersOf(event.id)).toEqual([{ id: organizer.id }]);
      expect(await queueUp(event.id, [succeed(ben), leave(ben)])).toEqual([
        'done',
        'access_denied',
      ]);
      expect(await organizersOf(event.id)).toEqual([{ id: ben.id }]);
      expect(await findOrganizer(getDb(), { eventId: event.id })).toMatchObject({ id: ben.id });
    });

    test('of two successors at once the first one takes over', async () => {
      const { event, organizer, anna, ben } = await party();
      const succeed = (user: UserRow) => () =>
        deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id, successorId: user.id });
      expect(await queueUp(event.id, [succeed(anna), succeed(ben)])).toEqual([
        'done',
        'user_not_found',
      ]);
      expect(await organizersOf(event.id)).toEqual([{ id: anna.id }]);
      expect(await findOrganizer(getDb(), { eventId: event.id })).toMatchObject({ id: anna.id });
    });

    test('a successor who is renamed meanwhile is found by the new name', async () => {
      const { event, organizer, ben } = await party();
      const name = `Benjamin ${unique()}`;
      const { email } = ben;
      const codes = await queueUp(event.id, [
        () => changeDetails(getDb(), { actor: actorOf(ben), name, email }),
        () =>
          deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id, successorId: ben.id }),
      ]);
      expect(codes).toEqual(['done', 'done']);
      const names = { event: event.name, organizerName: name };
      expect(await findEventByNames(getDb(), names, 'member')).toMatchObject({ id: event.id });
      expect(await organizersOf(event.id)).toEqual([{ id: ben.id }]);
    });

    test('a selfie that the organizer changes while somebody succeeds leaves no file', async () => {
      const { event, organizer, ben } = await party();
      const key = testImageKey(event.id);
      let succession: Promise<void> | undefined;
      await getDb().transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, organizer.id)).for('update');
        succession = deleteUser(getDb(), {
          actor: ADMINISTRATOR,
          userId: organizer.id,
          successorId: ben.id,
        });
        await untilWaiting(1);
        // What setSelfie commits.
        await storage.write('local', key, noPixels);
        const selfie = { selfieStorage: 'local' as const, selfieKey: key };
        await tx.update(users).set(selfie).where(eq(users.id, organizer.id));
      });
      await succession;
      await removeFiles();
      expect(storage.keys()).not.toContain(key);
    });

    test('stars, photos, messages and departures during a succession never deadlock', async () => {
      for (let round = 0; round < 2; round += 1) {
        const { event, organizer, anna, ben, cleo, annas, bens } = await party();
        const fans = await createTestUsers(getDb(), event.id, 6);
        const theirs = await photoOf(organizer);
        const { email } = ben;
        const name = `Benjamin ${unique()}`;
        const outcomes = await Promise.allSettled([
          ...fans.map((fan) => star(fan, theirs)),
          ...fans.map((fan) => star(fan, bens)),
          photoOf(organizer, 2),
          setSelfie(deps(), { actor: actorOf(organizer), user: organizer, file }),
          setSelfie(deps(), { actor: actorOf(ben), user: ben, file }),
          changeDetails(getDb(), { actor: actorOf(ben), name, email }),
          deletePhoto(
            { db: getDb(), removalWords: removalNotice },
            { photoId: annas[0].id, actor: actorOf(organizer) },
          ),
          ...[organizer.id, ben.id].map((toUserId) =>
            sendMessage(getDb(), { actor: actorOf(cleo), toUserId, message: 'Hello' }),
          ),
          deleteUser(getDb(), { actor: ADMINISTRATOR, userId: organizer.id, successorId: ben.id }),
          deleteOwnAccount(getDb(), { actor: actorOf(anna) }),
          ...fans.map((fan) => photoOf(fan)),
          ...fans.map((fan) => deleteOwnAccount(getDb(), { actor: actorOf(fan) })),
        ]);
        // A message goes to the organizer at the time when it is sent.
        const ALLOWED = [
          'done',
          'photo_not_found',
          'authentication_required',
          'user_not_found',
          'access_denied',
        ];
        expect(codesOf(outcomes).filter((code) => !ALLOWED.includes(code))).toEqual([]);
        await removeFiles();
        expect(await findTraces(getDb(), files(), { users: [organizer.id, anna.id] })).toEqual([]);
        expect(await organizersOf(event.id)).toEqual([{ id: ben.id }]);
        const [row] = await getDb().select().from(users).where(eq(users.id, ben.id));
        expect(await readEvent(event.id)).toMatchObject({
          organizerNameKey: row?.nameKey,
        });
      }
    });

    test('the removal of a photo waits for a star before it touches the photo', async () => {
      const { organizer, ben, bens } = await party();
      for (const user of [organizer, ben]) {
        const photo = user === ben ? bens : await photoOf(ben, 2);
        let removal: Promise<void> | undefined;
        await getDb().transaction(async (tx) => {
          // In the order of a star's locks: its giver, then the photo.
          await tx.select().from(users).where(eq(users.id, user.id)).for('update');
          removal = deletePhoto(
            { db: getDb(), removalWords: removalNotice },
            { photoId: photo.id, actor: actorOf(organizer) },
          );
          await untilWaiting(1);
          const mine = eq(photos.id, photo.id);
          expect(await tx.select().from(photos).where(mine).for('key share')).toHaveLength(1);
        });
        await expect(removal).resolves.toBeUndefined();
        expect(await getDb().$count(photos, eq(photos.id, photo.id))).toBe(0);
      }
    });

    test.each(ENDS)(
      'stars, photos and deletions while somebody is %s never deadlock',
      async (_name, end) => {
        for (let round = 0; round < 2; round += 1) {
          const someone = await party();
          const { event, organizer, anna, annas, bens, cleos } = someone;
          const fans = await createTestUsers(getDb(), event.id, 6);
          const outcomes = await Promise.allSettled([
            ...fans.map((fan) => star(fan, annas[0])),
            ...fans.map((fan) => star(fan, bens)),
            star(anna, annas[0]),
            photoOf(anna, 3),
            setSelfie(deps(), { actor: actorOf(anna), user: anna, file }),
            deletePhoto(
              { db: getDb(), removalWords: removalNotice },
              { photoId: annas[1].id, actor: actorOf(anna) },
            ),
            deletePhoto(
              { db: getDb(), removalWords: removalNotice },
              { photoId: cleos.id, actor: actorOf(organizer) },
            ),
            end(someone),
            ...fans.map((fan) => star(fan, cleos)),
            ...fans.map((fan) => photoOf(fan)),
          ]);
          const ALLOWED = ['done', 'own_photo', 'photo_not_found', 'authentication_required'];
          expect(codesOf(outcomes).filter((code) => !ALLOWED.includes(code))).toEqual([]);
          await removeFiles();
          expect(
            await findTraces(getDb(), files(), { users: [anna.id], keys: someone.keys }),
          ).toEqual([]);
        }
      },
    );
  });
});

/** The result of each: done, the error code, or the database's own error. */
function codesOf(outcomes: PromiseSettledResult<unknown>[]): string[] {
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done';
    const { code, cause, message } = outcome.reason as {
      code?: string;
      cause?: Error;
      message: string;
    };
    return code ?? cause?.message ?? message;
  });
}
