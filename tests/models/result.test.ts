import { spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { and, eq, sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { insertRows } from '~db/many.server';
import {
  auditEntries,
  ballotKeys,
  events,
  favorites,
  jobs,
  resultChanges,
  results,
  type EventRow,
} from '~db/schema';
import { runJobNow } from '~/jobs/job.server';
import { voteCountsPlan } from '~/jobs/vote-counts.server';
import { SYSTEM } from '~/models/access';
import { deleteEvent } from '~/models/event/end.server';
import { getEvent } from '~/models/event/read.server';
import { REVEAL_MS } from '~/models/event/standings';
import { removeOverdue } from '~/models/event/retention.server';
import { lockEvent } from '~/models/event/update.server';
import { editEvent, setEventSettings, setVotingEnabled } from '~/models/event/write.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { GRACE_MS } from '~/models/photo/result';
import type { ResultFile } from '~/models/photo/shape';
import {
  closeVoting,
  countDueVotes,
  listPodiumPlaces,
  listUncounted,
  readReceipt,
  readResult,
} from '~/models/photo/result.server';
import { gonePlaces } from '~/models/photo/star';
import {
  addFavorite,
  listStarredIds,
  listTopPhotos,
  moveFavorite,
  takeStarBack,
} from '~/models/photo/star.server';
import { deletePhoto } from '~/models/photo/write.server';
import { deleteOwnAccount, removeParticipant } from '~/models/user/remove.server';
import type { UserRow } from '~/models/user/read.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestPhotos,
  createTestStar,
  createTestUser,
  createTestUsers,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS, trustedClock } from '../setup/fakes';

// Rules `result.…` and `voting.late-star`.

const CLOSES = new Date(`${TODAY}T21:00:00.000Z`);
const near = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const BEFORE = near(CLOSES, -60_000);
const COUNTED = near(CLOSES, GRACE_MS);
const log = pino({ level: 'silent' });
const timeZone = 'Europe/Paris';

/** Runs the script for each path as if it had been started for it, and prints all outcomes as JSON. */
const RECOUNT_ALL = `
  const script = ${JSON.stringify(pathToFileURL(join(process.cwd(), 'scripts/recount.mjs')).href)};
  const [node, ...paths] = process.argv;
  const write = process.stdout.write.bind(process.stdout);
  (async () => {
    const outcomes = [];
    for (const [index, path] of paths.entries()) {
      let text = '';
      process.stdout.write = process.stderr.write = (part) => { text += part; return true; };
      process.argv = [node, script, path];
      process.exitCode = undefined;
      await import(script + '?' + index);
      outcomes.push({ status: process.exitCode, text });
    }
    process.exitCode = 0;
    write(JSON.stringify(outcomes));
  })();
`;

withDatabases('the result', (getDb, kind) => {
  /** An event with three photos of one owner, two voters and a closing time. */
  async function party(fields: Partial<EventRow> = { votingClosesAt: CLOSES }) {
    const { event, organizer } = await createTestEvent(getDb(), fields);
    const owner = await createTestUser(getDb(), event.id);
    const [ann, ben] = [
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
    ];
    const ids: number[] = [];
    for (const position of [1, 2, 3]) {
      ids.push((await createTestPhoto(getDb(), owner, { position })).id);
    }
    const [a, b, c] = ids as [number, number, number];
    return { event, organizer: asking(organizer), owner, ann, ben, a, b, c };
  }
  type Own = Awaited<ReturnType<typeof party>>;

  const give = (
    user: UserRow,
    photoId: number,
    { now = BEFORE, givenAt }: { now?: Date; givenAt?: Date } = {},
  ) => addFavorite(getDb(), { photoId, actor: asking(user), now: () => now, givenAt });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
  const close = ({ organizer, event }: Own, now = BEFORE) =>
    closeVoting(getDb(), { actor: organizer, eventId: event.id, now: () => now });
  const count = (now: Date) => {
    const deps = { db: getDb(), log, now: () => now, clock: trustedClock };
    return runJobNow(deps, voteCountsPlan(deps));
  };
  const countOf = (eventId: number, now: Date) =>
    countDueVotes(getDb(), { actor: SYSTEM, eventId, now });
  const resultOf = async ({ event, organizer }: Own): Promise<ResultFile> =>
    readResult(getDb(), {
      actor: organizer,
      now: COUNTED,
      event: await getEvent(getDb(), { eventId: event.id }),
    });
  const receiptOf = ({ event }: Own, { id: userId }: UserRow) =>
    readReceipt(getDb(), { eventId: event.id, userId });
  const ranking = async ({ event }: Own) =>
    (await listTopPhotos(getDb(), { eventId: event.id })).map(({ id, place, favoriteCount }) => ({
      place,
      photoId: id,
      stars: favoriteCount,
    }));

  test('closing by hand counts at once: places, ties, ballots and a digest', async () => {
    const own = await party();
    const { a, b, c, ann, ben, owner, organizer } = own;
    await give(ann, c);
    await give(ann, a);
    await give(ben, a);
    await give(ben, c);
    await addFavorite(getDb(), { photoId: b, actor: organizer, now: () => BEFORE });
    const closed = await close(own);
    expect(closed.votingClosedAt).toEqual(BEFORE);

    const { ballots, digest, ...result } = await resultOf(own);
    expect(result).toEqual({
      event: { id: own.event.id, name: own.event.name },
      closedAt: BEFORE,
      rule: expect.stringContaining('1, 2, 2, 4'),
      places: [
        { place: 1, photoId: a, stars: 2 },
        { place: 1, photoId: c, stars: 2 },
        { place: 3, photoId: b, stars: 1 },
      ],
      changes: [],
    });
    expect(ballots.map(({ photoIds }) => photoIds).sort()).toEqual([[a, c], [a, c], [b]].sort());
    expect(ballots.map(({ voter }) => voter)).toEqual(ballots.map(({ voter }) => voter).sort());
    for (const { voter } of ballots) expect(voter).toMatch(/^[0-9a-f]{64}$/);
    const lines = ballots.map(({ voter, photoIds }) => `${voter} ${photoIds.join(' ')}\n`);
    expect(digest).toBe(createHash('sha256').update(lines.join('')).digest('hex'));
    expect(await ranking(own)).toEqual(result.places);

    // Nothing moves any more, and a second closing changes nothing.
    const star = { actor: asking(ann), now: () => BEFORE };
    for (const work of [
      () => give(ann, b),
      () => give(owner, a),
      () => takeStarBack(getDb(), { ...star, photoId: a }),
      () => moveFavorite(getDb(), { ...star, fromId: a, photoId: b }),
    ]) {
      expect(await codeOf(work())).toBe('voting_closed');
    }
    expect((await close(own, CLOSES)).votingClosedAt).toEqual(BEFORE);
    expect((await resultOf(own)).digest).toBe(digest);
    const deeds = await getDb()
      .select({ deed: auditEntries.deed })
      .from(auditEntries)
      .where(eq(auditEntries.eventId, own.event.id));
    expect(deeds).toEqual([{ deed: 'event.voting_closed' }]);
  });

  test('guests close nothing and get no result, and there is none before the count', async () => {
    const own = await party();
    const other = await party();
    const { ann, event } = own;
    expect(await codeOf(close({ ...own, organizer: asking(ann) }))).toBe('not_an_organizer');
    expect(await codeOf(close({ ...own, organizer: other.organizer }))).toBe('access_denied');
    expect(await codeOf(resultOf(own))).toBe('result_none');
    await close(own);
    expect(await codeOf(resultOf({ ...own, organizer: asking(ann) }))).toBe('access_denied');
    expect(await codeOf(resultOf({ ...own, organizer: other.organizer }))).toBe('access_denied');
    const reveal = (revealedAt: Date) =>
      getDb().update(events).set({ revealedAt }).where(eq(events.id, event.id));
    await reveal(near(COUNTED, 1 - REVEAL_MS));
    expect(await codeOf(resultOf({ ...own, organizer: asking(ann) }))).toBe('access_denied');
    await reveal(near(COUNTED, -REVEAL_MS));
    expect(await codeOf(resultOf({ ...own, organizer: asking(ann) }))).toBe('done');
    expect(await codeOf(resultOf({ ...own, organizer: other.organizer }))).toBe('access_denied');
    expect(
      await codeOf(countDueVotes(getDb(), { actor: asking(ann), eventId: event.id, now: COUNTED })),
    ).toBe('access_denied');
  });

  describe('at its time', () => {
    test('a job counts two minutes after the closing, once, even while voting is off', async () => {
      const own = await party({ votingClosesAt: CLOSES, votingEnabled: false });
      const { event, ann, a } = own;
      await createTestStar(getDb(), { userId: ann.id, photoId: a, star: 1 });
      expect(await listUncounted(getDb(), { now: near(COUNTED, -1) })).not.toContain(event.id);
      expect(await countOf(event.id, near(COUNTED, -1))).toBe(false);
      expect(await listUncounted(getDb(), { now: COUNTED })).toContain(event.id);
      expect(await count(COUNTED)).toMatchObject({ failed: 0 });
      expect((await resultOf(own)).closedAt).toEqual(COUNTED);
      expect(await listUncounted(getDb(), { now: COUNTED })).not.toContain(event.id);
      expect(await countOf(event.id, near(COUNTED, 1))).toBe(false);
      expect(await getDb().$count(jobs, eq(jobs.name, 'vote_counts'))).toBe(1);
    });

    test('of several servers that count at once, one does', async () => {
      const own = await party();
      await give(own.ann, own.a);
      const counted = await Promise.all(
        Array.from({ length: 5 }, () => countOf(own.event.id, COUNTED)),
      );
      expect(counted.filter(Boolean)).toHaveLength(1);
      expect((await resultOf(own)).ballots).toHaveLength(1);
    });

    test('one event that cannot be counted does not hold up another', async () => {
      const [broken, own] = [await party(), await party()];
      // A result that should not be there.
      await getDb().insert(results).values({
        eventId: broken.event.id,
        isByHand: false,
        rule: '',
        places: [],
        ballots: [],
        digest: '',
      });
      const counts = await count(COUNTED);
      expect(counts?.failed).toBe(1);
      expect((await resultOf(own)).closedAt).toEqual(COUNTED);
      await getDb().delete(events).where(eq(events.id, broken.event.id));
    });

    test('a closing that was moved before the count is waited for', async () => {
      const own = await party();
      await setEventSettings(getDb(), {
        actor: own.organizer,
        eventId: own.event.id,
        settings: { votingTimes: { votingClosesAt: near(CLOSES, 3_600_000), timeZone } },
      });
      expect(await countOf(own.event.id, COUNTED)).toBe(false);
    });
  });

  describe('a star that arrives late', () => {
    const late = near(CLOSES, 60_000);

    test('counts if it was given in time and the votes are not counted', async () => {
      const own = await party({ votingOpensAt: near(CLOSES, -3_600_000), votingClosesAt: CLOSES });
      const { ann, ben, a, b, c } = own;
      const [first, last] = [near(CLOSES, -3_600_000), near(CLOSES, -1)];
      await give(ann, a, { now: late, givenAt: first });
      await give(ann, b, { now: near(COUNTED, -1), givenAt: last });
      for (const givenAt of [
        undefined,
        CLOSES,
        near(first, -1),
        near(late, 1),
        near(late, 1e12),
        new Date(0),
        new Date(8.64e15),
      ]) {
        expect(await codeOf(give(ben, c, { now: late, givenAt }))).toBe('voting_closed');
      }
      // Taking back and moving alike.
      const act = { actor: asking(ann), now: () => late, givenAt: last };
      await moveFavorite(getDb(), { ...act, fromId: b, photoId: c });
      expect(await takeStarBack(getDb(), { ...act, photoId: a })).toBe(true);
      expect(await listStarredIds(getDb(), { userId: ann.id })).toEqual([c]);

      expect(await countOf(own.event.id, COUNTED)).toBe(true);
      expect(await codeOf(give(ben, c, { now: near(COUNTED, 1), givenAt: last }))).toBe(
        'voting_closed',
      );
      expect((await resultOf(own)).places).toEqual([{ place: 1, photoId: c, stars: 1 }]);
    });

    test('does not count while voting is off, nor before the opening', async () => {
      const off = await party({ votingClosesAt: CLOSES, votingEnabled: false });
      expect(await codeOf(give(off.ann, off.a, { now: late, givenAt: BEFORE }))).toBe(
        'voting_disabled',
      );
      const early = await party({ votingOpensAt: CLOSES });
      const givenAt = near(CLOSES, 1);
      expect(await codeOf(give(early.ann, early.a, { now: BEFORE, givenAt }))).toBe(
        'voting_not_open',
      );
    });
  });

  /** Waits until another connection waits for a lock; the embedded database has only one. */
  async function untilWaiting(): Promise<void> {
    if (kind === 'pglite') return;
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => getDb().$count(sql`pg_stat_activity`, isWaiting)).toBeGreaterThan(0);
  }

  describe('at the same moment', () => {
    test('a star that waits for the count comes too late', async () => {
      const own = await party();
      let waiting: Promise<unknown> = Promise.resolve();
      await getDb().transaction(async (tx) => {
        await lockEvent(tx, own.event.id);
        waiting = codeOf(give(own.ann, own.a));
        await untilWaiting();
        await closeVoting(tx, { actor: own.organizer, eventId: own.event.id, now: () => BEFORE });
      });
      expect(await waiting).toBe('voting_closed');
      expect((await resultOf(own)).ballots).toEqual([]);
    });

    test('a count waits for a star that is being given', async () => {
      const own = await party();
      let closing: Promise<unknown> = Promise.resolve();
      await getDb().transaction(async (tx) => {
        await addFavorite(tx, { photoId: own.a, actor: asking(own.ann), now: () => BEFORE });
        closing = close(own);
        await untilWaiting();
      });
      await closing;
      expect((await resultOf(own)).places).toEqual([{ place: 1, photoId: own.a, stars: 1 }]);
    });

    test('of a count and twenty stars, each star is in the result or refused', async () => {
      const own = await party();
      const guests = await createTestUsers(getDb(), own.event.id, 20);
      const stars = guests.map((guest) => codeOf(give(guest, own.a)));
      const closing = close(own);
      const said = await Promise.all(stars);
      await closing;
      const given = said.filter((word) => word === 'done').length;
      expect(said.filter((word) => word === 'voting_closed')).toHaveLength(20 - given);
      const { ballots, places } = await resultOf(own);
      expect(ballots).toHaveLength(given);
      expect(places).toEqual(given > 0 ? [{ place: 1, photoId: own.a, stars: given }] : []);
      for (const [index, guest] of guests.entries()) {
        const receipt = await receiptOf(own, guest);
        expect(receipt?.result?.hasBallot ?? false).toBe(said[index] === 'done');
      }
    });

    test('a photo removed during the count is out of the result, or marks it', async () => {
      const own = await party();
      await give(own.ann, own.a);
      const remove = deletePhoto(
        { db: getDb(), removalWords: () => 'gone' },
        { photoId: own.a, actor: asking(own.owner) },
      );
      await Promise.all([close(own), remove]);
      const { places, changes } = await resultOf(own);
      if (places.length === 0) expect(changes).toEqual([]);
      else expect(changes).toMatchObject([{ what: 'photo', photoId: own.a }]);
    });
  });

  describe('opening voting again', () => {
    const set = ({ organizer, event }: Own, votingClosesAt: Date | null, now: Date) =>
      setEventSettings(getDb(), {
        actor: organizer,
        eventId: event.id,
        settings: { votingTimes: { votingClosesAt, timeZone } },
        now: () => now,
      });
    const edit = ({ organizer, event }: Own, votingClosesAt: Date | null, now: Date) => {
      const { name, startDate, endDate } = event;
      return editEvent(getDb(), {
        actor: organizer,
        eventId: event.id,
        values: { name, startDate, endDate },
        votingTimes: { votingClosesAt, timeZone },
        today: TODAY,
        isSold: false,
        now: () => now,
      });
    };
    const turn = ({ organizer, event }: Own, votingEnabled: boolean, now: Date) =>
      setVotingEnabled(getDb(), {
        actor: organizer,
        eventId: event.id,
        votingEnabled,
        now: () => now,
      });

    test.each([
      ['a later closing by call', (own: Own) => set(own, near(CLOSES, 3_600_000), COUNTED)],
      ['no closing by call', (own: Own) => set(own, null, COUNTED)],
      ['a later closing in the form', (own: Own) => edit(own, near(CLOSES, 3_600_000), COUNTED)],
      ['no closing in the form', (own: Own) => edit(own, null, COUNTED)],
    ])('%s throws the result away, and it is logged', async (_, reopen) => {
      const own = await party();
      await give(own.ann, own.a);
      await countOf(own.event.id, COUNTED);
      const before = await resultOf(own);
      expect((await reopen(own)).votingClosedAt).toBeNull();
      expect(await codeOf(resultOf(own))).toBe('result_none');
      await give(own.ben, own.b, { now: near(COUNTED, 1) });
      const isDiscarded = and(
        eq(auditEntries.eventId, own.event.id),
        eq(auditEntries.deed, 'event.result_discarded'),
      );
      const [entry] = await getDb().select().from(auditEntries).where(isDiscarded);
      expect(entry?.detail).toBe(COUNTED.toISOString());
      // Counted again, with the same receipts.
      await close(own, near(COUNTED, 2));
      const after = await resultOf(own);
      expect(after.ballots).toHaveLength(2);
      expect(after.ballots).toEqual(expect.arrayContaining(before.ballots));
      expect(after.digest).not.toBe(before.digest);
    });

    test('turning voting on does, even if it is on, unless the closing has passed', async () => {
      const own = await party({});
      await close(own);
      expect((await turn(own, false, COUNTED)).votingClosedAt).toEqual(BEFORE);
      expect((await turn(own, true, COUNTED)).votingClosedAt).toBeNull();
      await close(own);
      expect((await turn(own, true, COUNTED)).votingClosedAt).toBeNull();

      const over = await party();
      await countOf(over.event.id, COUNTED);
      await turn(over, false, COUNTED);
      expect((await turn(over, true, COUNTED)).votingClosedAt).toEqual(COUNTED);
      // Off while the closing moves: nothing opens.
      await turn(over, false, COUNTED);
      expect((await set(over, null, COUNTED)).votingClosedAt).toEqual(COUNTED);
    });

    test('another time in the past, and other settings, leave it as it is', async () => {
      const own = await party();
      await countOf(own.event.id, COUNTED);
      expect((await set(own, near(CLOSES, -1000), COUNTED)).votingClosedAt).toEqual(COUNTED);
      expect((await set(own, near(CLOSES, -1000), COUNTED)).votingClosedAt).toEqual(COUNTED);
      const { organizer: actor, event } = own;
      const settings = { approvalRequired: true };
      const set2 = { actor, eventId: event.id, settings, now: () => BEFORE };
      expect((await setEventSettings(getDb(), set2)).votingClosedAt).toEqual(COUNTED);
    });
  });

  describe('what is removed afterwards', () => {
    const removed: [string, (own: Own) => Promise<unknown>, (own: Own) => object[]][] = [
      [
        'a photo by its owner',
        ({ a, owner }) =>
          deletePhoto(
            { db: getDb(), removalWords: () => '' },
            { photoId: a, actor: asking(owner) },
          ),
        ({ a }) => [{ what: 'photo', photoId: a }],
      ],
      [
        'a photo by the organizer',
        ({ a, organizer }) =>
          deletePhoto({ db: getDb(), removalWords: () => '' }, { photoId: a, actor: organizer }),
        ({ a }) => [{ what: 'photo', photoId: a }],
      ],
      [
        'a voter by the organizer',
        ({ ann, organizer }) =>
          removeParticipant({ db: getDb(), env: KEYS }, { actor: organizer, userId: ann.id }),
        () => [{ what: 'person' }],
      ],
      [
        'a voter by themselves',
        ({ ann }) => deleteOwnAccount(getDb(), { actor: asking(ann) }),
        () => [{ what: 'person' }],
      ],
      [
        'an owner, with their photos',
        ({ owner }) => deleteOwnAccount(getDb(), { actor: asking(owner) }),
        ({ a, b, c }) => [
          { what: 'person' },
          { what: 'photo', photoId: a },
          { what: 'photo', photoId: b },
          { what: 'photo', photoId: c },
        ],
      ],
    ];
    test.each(removed)('%s marks the result and alters no ballot', async (_, remove, marks) => {
      const own = await party();
      await give(own.ann, own.a);
      await give(own.ben, own.b);
      await close(own);
      const before = await resultOf(own);
      await remove(own);
      const { changes, ...after } = await resultOf(own);
      expect({ ...after, changes: [] }).toEqual(before);
      expect(changes.map(({ at, ...change }) => (at ? change : null))).toEqual(
        expect.arrayContaining(marks(own)),
      );
      expect(changes).toHaveLength(marks(own).length);
      for (const { at } of changes)
        expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000);
    });

    test('leaves a gap in the ranking: nobody moves up, and hidden photos come back', async () => {
      const own = await party();
      const { a, b, c, ann, ben, organizer } = own;
      await give(ann, a);
      await give(ben, a);
      await give(ann, b);
      await give(ben, c);
      await close(own);
      const whole = await ranking(own);
      expect(whole.map(({ place }) => place)).toEqual([1, 2, 2]);
      expect(whole).toEqual((await resultOf(own)).places);
      const hide = (isHidden: boolean) =>
        setPhotoHidden(getDb(), { photoId: b, actor: organizer, isHidden, now: CLOSES });
      const gone = async () => {
        const places = await listPodiumPlaces(
          getDb(),
          await getEvent(getDb(), { eventId: own.event.id }),
        );
        return gonePlaces(places, await listTopPhotos(getDb(), { eventId: own.event.id }));
      };
      expect(await listPodiumPlaces(getDb(), own.event)).toEqual([]);
      expect(await gone()).toEqual([]);
      await hide(true);
      expect(await ranking(own)).toEqual(whole.filter(({ photoId }) => photoId !== b));
      expect(await gone()).toEqual([2]);
      await hide(false);
      expect(await ranking(own)).toEqual(whole);
      // Its voters are gone; its stars stay in the result.
      await deleteOwnAccount(getDb(), { actor: asking(ann) });
      expect(await ranking(own)).toEqual(whole);
      await deletePhoto({ db: getDb(), removalWords: () => '' }, { photoId: a, actor: organizer });
      expect(await ranking(own)).toEqual(whole.slice(1));
      expect(await gone()).toEqual([1]);
    });

    test('before there is a result nothing is marked, and all of it is deleted with the event', async () => {
      const own = await party();
      await give(own.ann, own.b);
      await deletePhoto(
        { db: getDb(), removalWords: () => '' },
        { photoId: own.a, actor: asking(own.owner) },
      );
      await close(own);
      expect((await resultOf(own)).changes).toEqual([]);
      await deleteOwnAccount(getDb(), { actor: asking(own.ben) });
      await deleteEvent(getDb(), { actor: own.organizer, eventId: own.event.id });
      const { id } = own.event;
      expect(await getDb().$count(results, eq(results.eventId, id))).toBe(0);
      expect(await getDb().$count(resultChanges, eq(resultChanges.eventId, id))).toBe(0);
      expect(await getDb().$count(ballotKeys, eq(ballotKeys.eventId, id))).toBe(0);
    });

    test('a month after the end nobody can tell whose a ballot was', async () => {
      const own = await party();
      await give(own.ann, own.a);
      await close(own);
      const { ballots } = await resultOf(own);
      const { id: eventId } = own.event;
      await removeOverdue(getDb(), { actor: SYSTEM, eventId, today: '2027-01-01' });
      expect(await getDb().$count(ballotKeys, eq(ballotKeys.eventId, eventId))).toBe(0);
      expect(await receiptOf(own, own.ann)).toBeNull();
      const after = await resultOf(own);
      expect(after.ballots).toEqual(ballots);
      expect(after.changes).toHaveLength(3);
    });
  });

  test('the receipt is the voter’s own, the same before and after, and others have none', async () => {
    const [own, other] = [await party(), await party()];
    await give(own.ann, own.a);
    await give(own.ben, own.b);
    const [ann, ben] = [await receiptOf(own, own.ann), await receiptOf(own, own.ben)];
    expect(ann).toEqual({ voter: expect.stringMatching(/^[0-9a-f]{64}$/), result: null });
    expect(ben?.voter).not.toBe(ann?.voter);
    expect(await receiptOf(own, own.owner)).toBeNull();
    // Ben's only star rests while the votes are counted.
    await setPhotoHidden(getDb(), {
      photoId: own.b,
      actor: own.organizer,
      isHidden: true,
      now: BEFORE,
    });
    await close(own);
    await setPhotoHidden(getDb(), {
      photoId: own.b,
      actor: own.organizer,
      isHidden: false,
      now: BEFORE,
    });
    const { digest, ballots } = await resultOf(own);
    const result = { digest, isByHand: true };
    expect(await receiptOf(own, own.ann)).toEqual({
      ...ann,
      result: { ...result, hasBallot: true },
    });
    expect(await receiptOf(own, own.ben)).toEqual({
      ...ben,
      result: { ...result, hasBallot: false },
    });
    expect(ballots).toEqual([{ voter: ann?.voter, photoIds: [own.a] }]);
    // The same ids under another event's key.
    const [key, otherKey] = await Promise.all(
      [own, other].map(async (one) => {
        await give(one === own ? own.ann : other.ann, other.a).catch(() => undefined);
        await receiptOf(one, one.ann);
        const [row] = await getDb()
          .select({ key: ballotKeys.key })
          .from(ballotKeys)
          .where(eq(ballotKeys.eventId, one.event.id));
        return row?.key;
      }),
    );
    expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(32);
    expect(key).not.toBe(otherKey);
  });

  describe('npm run recount', () => {
    /** An event with 40 more photos and 300 voters, each with one to three random stars. */
    async function randomParty(): Promise<Own> {
      const own = await party();
      const { id: eventId } = own.event;
      const { photos: rows } = await createTestPhotos(getDb(), eventId, 40);
      const given = [];
      for (const user of await createTestUsers(getDb(), eventId, 300)) {
        const chosen = new Set(
          Array.from({ length: randomInt(1, 4) }, () => rows[randomInt(rows.length)]?.id ?? 0),
        );
        for (const [index, photoId] of [...chosen].entries()) {
          given.push({ userId: user.id, photoId, star: index + 1 });
        }
      }
      await insertRows(getDb(), favorites, given);
      return own;
    }

    /**
     * Recounts files one after the other, without packages or environment and in another folder.
     * @returns for each file what the script says, and its exit code
     */
    async function recount(...contents: unknown[]) {
      const folder = await mkdtemp(join(tmpdir(), 'recount-'));
      try {
        const paths = contents.map((_content, index) => join(folder, `result-${index}.json`));
        for (const [index, content] of contents.entries()) {
          const text = typeof content === 'string' ? content : JSON.stringify(content);
          await writeFile(paths[index] ?? '', text);
        }
        const { stdout, stderr } = spawnSync(process.execPath, ['--eval', RECOUNT_ALL, ...paths], {
          cwd: folder,
          env: { NODE_ENV: 'test' },
          encoding: 'utf8',
          maxBuffer: Infinity,
        });
        expect(stderr).toBe('');
        return JSON.parse(stdout) as { status: number; text: string }[];
      } finally {
        await rm(folder, { recursive: true });
      }
    }
    const recountOne = async (content: unknown) => {
      const [outcome] = await recount(content);
      if (!outcome) throw new Error('the script said nothing');
      return outcome;
    };

    test('gives the podium of 300 random ballots, and finds every change', async () => {
      const own = await randomParty();
      const live = await ranking(own);
      await close(own);
      const result = await resultOf(own);
      expect(result.ballots).toHaveLength(300);
      // The same places as before the count; equal ones are in the order of the photos.
      const counted = await ranking(own);
      expect(counted.map(({ place, stars }) => [place, stars])).toEqual(
        live.map(({ place, stars }) => [place, stars]),
      );
      const right = await recountOne(result);
      expect(right).toMatchObject({ status: 0, text: expect.stringContaining('300 ballots') });
      for (const { place, photoId, stars } of counted) {
        expect(right.text).toContain(`place ${place}: photo ${photoId} with ${stars} star`);
      }
      expect(right.text).toContain(result.digest);
      expect(right.text).toContain('The result is right.');

      const [first, second, ...rest] = result.ballots;
      const [top] = result.places;
      if (!first || !second || !top) throw new Error('no ballots');
      const others = result.places.map(({ photoId }) => photoId);
      const free = others.filter((id) => !first.photoIds.includes(id));
      const changed = (ballots: unknown[]) => ({ ...result, ballots });
      const wrong = [
        ['another photo', changed([{ ...first, photoIds: [free[0]] }, second, ...rest])],
        ['a ballot left out', changed([second, ...rest])],
        [
          'a ballot added',
          changed([...result.ballots, { voter: 'f'.repeat(64), photoIds: [top.photoId] }]),
        ],
        ['a ballot twice', changed([first, ...result.ballots])],
        ['a photo twice', changed([{ ...first, photoIds: [free[0], free[0]] }, second, ...rest])],
        ['four stars', changed([{ ...first, photoIds: free.slice(0, 4) }, second, ...rest])],
        ['no star', changed([{ ...first, photoIds: [] }, second, ...rest])],
        ['another digest', { ...result, digest: '0'.repeat(64) }],
        [
          'one star more',
          { ...result, places: [{ ...top, stars: top.stars + 1 }, ...result.places.slice(1)] },
        ],
        ['a place swapped', { ...result, places: [...result.places].reverse() }],
        ['a place left out', { ...result, places: result.places.slice(0, -1) }],
      ] as const;
      const found = await recount(...wrong.map(([, file]) => file));
      for (const [index, [what]] of wrong.entries()) {
        expect([what, found[index]?.status]).toEqual([what, 1]);
        expect(found[index]?.text).toContain('The result is NOT right.');
      }
      // The order of ballots and of their photos means nothing.
      const shuffled = result.ballots
        .map(({ voter, photoIds }) => ({ voter, photoIds: [...photoIds].reverse() }))
        .reverse();
      expect((await recountOne(changed(shuffled))).status).toBe(0);
    });

    test('says what it cannot read, and steers no terminal', async () => {
      const own = await party();
      await give(own.ann, own.a);
      await close(own);
      const result = await resultOf(own);
      const odd = [
        '',
        'null',
        '[]',
        '{"event"',
        '"text"',
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        {},
        { ...result, ballots: {} },
        { ...result, ballots: [null] },
        { ...result, ballots: [{ voter: 1, photoIds: [] }] },
        { ...result, ballots: [{ voter: 'f'.repeat(64), photoIds: ['1'] }] },
        { ...result, ballots: [{ voter: 'f'.repeat(64), photoIds: [1.5] }] },
        { ...result, places: [{ place: 0, photoId: 1, stars: 1 }] },
        { ...result, places: 'x'.repeat(100) },
        { ...result, digest: 'short' },
        { ...result, closedAt: 'never' },
        { ...result, event: 'Party' },
        { ...result, rule: 5 },
        { ...result, changes: [{ what: 'ballot', at: result.closedAt }] },
      ];
      const outcomes = await recount(...odd);
      for (const [index, file] of odd.entries()) {
        const what = JSON.stringify(file).slice(0, 80);
        expect([what, outcomes[index]?.status]).toEqual([what, 2]);
        expect(outcomes[index]?.text).toContain('cannot be counted');
      }
      const steering = { ...result, event: { id: 1, name: '\u001b[2Jgone\u202e' } };
      const { status, text } = await recountOne(steering);
      expect(status).toBe(0);
      for (const character of ['\u001b', '\u202e']) expect(text).not.toContain(character);
    });
  });
});

test('the script is one of npm’s, which needs nothing but Node', () => {
  const usage = spawnSync('npm', ['run', '--silent', 'recount'], { encoding: 'utf8' });
  expect([usage.status, usage.stderr]).toEqual([2, 'Usage: npm run recount -- result.json\n']);
});
