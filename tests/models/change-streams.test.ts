import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { events, favorites, flagReports, messages, photos, sessions, users } from '~db/schema';
import { CHANGES, createChangeStreams, type ChangeStreams } from '~/models/live/streams.server';
import { beginSession } from '~/models/session/write.server';
import { hashSessionToken, newToken } from '~/models/session/token.server';
import { recordTurnedAway } from '~/models/event/turned-away.server';
import type { Role } from '~/models/user/rules';
import type { UserRow } from '~/models/user/read.server';
import { createTestEvent, createTestPhoto, createTestStar, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('changes', (getDb, _kind, getConnection) => {
  let streams: ChangeStreams;
  beforeAll(async () => {
    streams = createChangeStreams({ areStandingsHidden: () => Promise.resolve(false) });
    await getConnection().listen(CHANGES, streams.receive);
  });

  /** Opens a stream, and collects what it announces. */
  function listen(
    eventId: number,
    role: Role,
    userId: number | null,
    session = '',
    mailboxId = userId,
  ) {
    const heard = { kinds: new Set<string>(), isOver: false };
    const leave = streams.open({
      eventId,
      userId,
      mailboxId,
      role,
      session,
      address: '192.0.2.1',
      announce: ({ of }) => of.forEach((kind) => heard.kinds.add(kind)),
      beat: () => {},
      end: () => (heard.isOver = true),
    });
    expect(leave).not.toBeNull();
    return heard;
  }
  type Received = ReturnType<typeof listen>;

  async function sessionOf(user: UserRow): Promise<string> {
    const token = newToken();
    await beginSession(getDb(), { token, who: { user }, userAgent: null, now: new Date() });
    return hashSessionToken(token);
  }

  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const [owner, fan] = [
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
    ];
    const photo = await createTestPhoto(getDb(), owner);
    const elsewhere = await createTestEvent(getDb());
    const all = {
      organizer: listen(event.id, 'organizer', organizer.id),
      owner: listen(event.id, 'participant', owner.id, await sessionOf(owner)),
      fan: listen(event.id, 'participant', fan.id, await sessionOf(fan)),
      visitor: listen(event.id, 'visitor', null),
      stranger: listen(elsewhere.event.id, 'organizer', elsewhere.organizer.id),
    };
    return { event, organizer, owner, fan, photo, all };
  }

  /** What each stream received, once a final change, which is announced to the whole event, has arrived. */
  async function receivedBy(
    eventId: number,
    all: Record<string, Received>,
    work: () => Promise<unknown>,
  ) {
    const here = Object.entries(all).filter(([name]) => name !== 'stranger');
    const settle = async () => {
      await getDb().update(events).set({ description: 'another' }).where(eq(events.id, eventId));
      await expect.poll(() => here.every(([, { kinds }]) => kinds.has('event'))).toBe(true);
      // Notifications keep their order, so everything before the final change has arrived, too.
      const heard = Object.fromEntries(
        Object.entries(all).map(([name, { kinds }]) => [name, [...kinds].sort().join(' ')]),
      );
      for (const { kinds } of Object.values(all)) kinds.clear();
      return heard;
    };
    await settle();
    await work();
    return settle();
  }

  test('everybody in the event is notified of a photo, and nobody elsewhere', async () => {
    const { event, owner, all } = await party();
    const heard = await receivedBy(event.id, all, () =>
      createTestPhoto(getDb(), owner, { position: 2 }),
    );
    expect(heard).toEqual({
      organizer: 'event favorites photos ranking stars',
      owner: 'event favorites photos ranking',
      fan: 'event favorites photos ranking',
      visitor: 'event photos ranking',
      stranger: '',
    });
  });

  test('only its owner and the organizer are notified of a photo that nobody else sees', async () => {
    const { event, owner, all } = await party();
    const hidden = { position: 2, hiddenAt: new Date() };
    let id = 0;
    const added = await receivedBy(event.id, all, async () => {
      ({ id } = await createTestPhoto(getDb(), owner, hidden));
    });
    const nobodyElse = {
      organizer: 'event photos',
      owner: 'event photos',
      fan: 'event',
      visitor: 'event',
      stranger: '',
    };
    expect(added).toEqual(nobodyElse);
    const change = (values: Partial<typeof photos.$inferInsert>) => () =>
      getDb().update(photos).set(values).where(eq(photos.id, id));
    expect(await receivedBy(event.id, all, change({ caption: 'Hi' }))).toEqual(nobodyElse);
    const everybody = { fan: 'event favorites photos ranking', visitor: 'event photos ranking' };
    expect(await receivedBy(event.id, all, change({ hiddenAt: null }))).toMatchObject(everybody);
    expect(await receivedBy(event.id, all, change(hidden))).toMatchObject(everybody);
    const removed = await receivedBy(event.id, all, () =>
      getDb().delete(photos).where(eq(photos.id, id)),
    );
    expect(removed).toEqual(nobodyElse);
  });

  test('a star changes the ranking for all, and the giver’s stars for the giver', async () => {
    const { event, fan, photo, all } = await party();
    const star = { userId: fan.id, photoId: photo.id, star: 1 };
    const given = await receivedBy(event.id, all, () => createTestStar(getDb(), star));
    const expected = {
      organizer: 'event ranking stars',
      owner: 'event ranking',
      fan: 'event favorites ranking',
      visitor: 'event ranking',
      stranger: '',
    };
    expect(given).toEqual(expected);
    const taken = await receivedBy(event.id, all, () =>
      getDb().delete(favorites).where(eq(favorites.userId, fan.id)),
    );
    expect(taken).toEqual(expected);
  });

  test('a report is announced to the organizer only, a message to its recipient', async () => {
    const { event, organizer, owner, fan, photo, all } = await party();
    const report = { photoId: photo.id, reportedById: fan.id, eventId: event.id };
    const nothing = { organizer: 'event', owner: 'event', fan: 'event', visitor: 'event' };
    const reported = await receivedBy(event.id, all, () =>
      getDb().insert(flagReports).values(report),
    );
    expect(reported).toEqual({ ...nothing, organizer: 'event reports', stranger: '' });
    const message = { fromUserId: organizer.id, toUserId: owner.id, eventId: event.id };
    const written = await receivedBy(event.id, all, () =>
      getDb()
        .insert(messages)
        .values({ ...message, message: 'Hello' }),
    );
    expect(written).toEqual({ ...nothing, owner: 'event messages', stranger: '' });
  });

  test('a new member is announced to the organizer, and a new name changes the ranking as well', async () => {
    const { event, owner, all } = await party();
    const joined = await receivedBy(event.id, all, () => createTestUser(getDb(), event.id));
    expect(joined.organizer).toBe('event people ranking');
    const renamed = await receivedBy(event.id, all, () =>
      getDb().update(users).set({ name: 'Rosa Blum' }).where(eq(users.id, owner.id)),
    );
    expect(renamed).toMatchObject({ owner: 'event ranking user', fan: 'event ranking' });
  });

  test('people turned away from a full event are announced to the organizer', async () => {
    const { event, all } = await party();
    const email = 'late@example.com';
    const told = await receivedBy(event.id, all, () =>
      recordTurnedAway(getDb(), { eventId: event.id, email }),
    );
    expect(told).toMatchObject({ organizer: 'event people', owner: 'event', visitor: 'event' });
  });

  test('a deleted photo removes its stars', async () => {
    const { event, fan, photo, all } = await party();
    await createTestStar(getDb(), { userId: fan.id, photoId: photo.id, star: 1 });
    const heard = await receivedBy(event.id, all, () =>
      getDb().delete(photos).where(eq(photos.id, photo.id)),
    );
    expect(heard.fan).toBe('event favorites photos ranking');
  });

  test('a stream ends when its user is removed, their session ends, or their role changes', async () => {
    const { organizer, owner, fan, all } = await party();
    const open = () => Object.values(all).map(({ isOver }) => !isOver);
    await getDb().delete(users).where(eq(users.id, fan.id));
    await expect.poll(open).toEqual([true, true, false, true, true]);
    await getDb().delete(sessions).where(eq(sessions.userId, owner.id));
    await expect.poll(open).toEqual([true, false, false, true, true]);
    await getDb().update(users).set({ isOrganizer: false }).where(eq(users.id, organizer.id));
    await expect.poll(open).toEqual([false, false, false, true, true]);
  });

  test('all streams of a deleted event end', async () => {
    const { event, all } = await party();
    await getDb().delete(events).where(eq(events.id, event.id));
    const open = () => Object.values(all).map(({ isOver }) => !isOver);
    await expect.poll(open).toEqual([false, false, false, false, true]);
  });

  test('a change that is rolled back is announced to nobody', async () => {
    const { event, owner, all } = await party();
    const heard = await receivedBy(event.id, all, async () => {
      const undone = getDb().transaction(async (tx) => {
        await createTestPhoto(tx, owner, { position: 3 });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    });
    expect(heard.fan).toBe('event');
  });
});
