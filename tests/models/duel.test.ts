import { and, eq } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { auditEntries, duels, duelVotes, events } from '~db/schema';
import { runJobNow } from '~/jobs/job.server';
import { voteCountsPlan } from '~/jobs/vote-counts.server';
import { SYSTEM } from '~/models/access';
import { rankingCsv } from '~/models/archive/downloads.server';
import { countDueDuel, listDueDuels } from '~/models/duel/count.server';
import { findDuel, listDuelVotes, listTied, readDuelVote } from '~/models/duel/read.server';
import { callDuel, voteInDuel } from '~/models/duel/write.server';
import { deleteEvent } from '~/models/event/end.server';
import { getEvent } from '~/models/event/read.server';
import { revealResult } from '~/models/event/reveal.server';
import { setVotingEnabled } from '~/models/event/write.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { closeVoting, readResult } from '~/models/photo/result.server';
import { listTopPhotos } from '~/models/photo/star.server';
import { deletePhoto } from '~/models/photo/write.server';
import { removeParticipant } from '~/models/user/remove.server';
import type { UserRow } from '~/models/user/read.server';
import {
  asking,
  createTestEvent,
  createTestPhotos,
  createTestStar,
  createTestUser,
  createTestUsers,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS, trustedClock } from '../setup/fakes';

// Rules `duel.…`.

const CLOSED = new Date(`${TODAY}T20:00:00.000Z`);
const BEGUN = new Date(`${TODAY}T20:05:00.000Z`);
const after = (seconds: number) => new Date(BEGUN.getTime() + seconds * 1000);
const END = after(120);
const log = pino({ level: 'silent' });

withDatabases('a duel', (getDb) => {
  /** Three owners with a photo each: two photos share the first place, the third has fewer stars. */
  async function tie({ shared = 2 } = {}) {
    const db = getDb();
    const { event, organizer } = await createTestEvent(db);
    const guests = await createTestUsers(db, event.id, 4);
    const [ann, ben, cleo, dan] = guests as [UserRow, UserRow, UserRow, UserRow];
    const { owners, photos } = await createTestPhotos(db, event.id, Math.max(3, shared));
    const ids = photos.map(({ id }) => id);
    for (const [index, photoId] of ids.entries()) {
      // People other than the guests, each with one star.
      for (let star = 0; star < (index < shared ? 2 : 1); star++) {
        const { id: userId } = await createTestUser(db, event.id);
        await createTestStar(db, { userId, photoId, star: 1 });
      }
    }
    const own = {
      event,
      organizer: asking(organizer),
      owners: owners as [UserRow, UserRow, UserRow, ...UserRow[]],
      ids: ids as [number, number, number, ...number[]],
      tied: ids.slice(0, shared),
      ann,
      ben,
      cleo,
      dan,
    };
    await close(own);
    return own;
  }
  type Own = Awaited<ReturnType<typeof tie>>;

  const close = ({ event, organizer }: Pick<Own, 'event' | 'organizer'>) =>
    closeVoting(getDb(), { actor: organizer, eventId: event.id, now: () => CLOSED });
  const call = (
    { event, organizer, tied }: Own,
    { photoIds = tied, seconds = 120, actor = organizer, now = BEGUN } = {},
  ) => callDuel(getDb(), { actor, eventId: event.id, photoIds, seconds, now: () => now });
  const tap = (user: UserRow, duelId: number, photoId: number, now = after(10)) =>
    voteInDuel(getDb(), { actor: asking(user), duelId, photoId, now: () => now });
  const countOf = ({ event }: Own, now = END) =>
    countDueDuel(getDb(), { actor: SYSTEM, eventId: event.id, now });
  const duelOf = ({ event }: Own) => findDuel(getDb(), { eventId: event.id });
  const ranking = async ({ event }: Own, limit?: number) =>
    (await listTopPhotos(getDb(), { eventId: event.id, limit })).map(
      ({ id, place, hasWonDuel }) => [id, place, hasWonDuel] as const,
    );
  const eventOf = ({ event }: Own) => getEvent(getDb(), { eventId: event.id });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );

  test('decides the first place, and leaves stars and result as they are', async () => {
    const own = await tie();
    const { ids, ann, ben, cleo, organizer } = own;
    const [a, b, c] = ids;
    const before = await readResult(getDb(), {
      actor: organizer,
      event: await eventOf(own),
      now: END,
    });
    const duel = await call(own);
    expect(duel.endsAt).toEqual(END);
    expect((await eventOf(own)).duelEndsAt).toEqual(END);
    await tap(ann, duel.id, a);
    await tap(ben, duel.id, b);
    await tap(cleo, duel.id, b);
    // A tap may be changed until the end.
    await tap(ann, duel.id, b, after(119.999));
    expect(await listDuelVotes(getDb(), { userId: ann.id })).toEqual([
      { photoId: b, tappedAt: after(119.999) },
    ]);
    expect(await readDuelVote(getDb(), { duelId: duel.id, userId: ann.id })).toBe(b);
    expect(await codeOf(tap(ann, duel.id, a, END))).toBe('duel_over');

    // Nothing reveals the score before it is counted.
    expect(await ranking(own)).toEqual([
      [a, 1, false],
      [b, 1, false],
      [c, 3, false],
    ]);
    expect(await duelOf(own)).toMatchObject({ tally: null, winnerId: null, countedAt: null });
    expect(await listDueDuels(getDb(), { now: after(119) })).not.toContain(own.event.id);
    expect(await countOf(own, after(119))).toBe(false);

    const deps = { db: getDb(), log, now: () => END, clock: trustedClock };
    expect(await runJobNow(deps, voteCountsPlan(deps))).toMatchObject({ failed: 0 });
    expect(await countOf(own)).toBe(false);
    expect(await duelOf(own)).toMatchObject({
      winnerId: b,
      countedAt: END,
      tally: [
        { photoId: b, votes: 3 },
        { photoId: a, votes: 0 },
      ],
    });
    expect((await eventOf(own)).duelEndsAt).toBeNull();
    const decided = [
      [b, 1, true],
      [a, 2, false],
      [c, 3, false],
    ] as const;
    expect(await ranking(own)).toEqual(decided);
    expect(await ranking(own, 1)).toEqual(decided.slice(0, 1));
    expect(await codeOf(tap(ann, duel.id, a, after(10)))).toBe('duel_over');
    expect(
      await readResult(getDb(), { actor: organizer, event: await eventOf(own), now: END }),
    ).toEqual(before);
    const csv = await rankingCsv(getDb(), {
      eventId: own.event.id,
      heading: (column) => column,
      afterDuel: 'after a duel',
      language: 'en',
      decimalMark: '.',
      photoWord: 'photo',
    });
    const [head, first, second] = csv.split('\r\n');
    expect(head).toMatch(/,duel$/);
    expect(first).toMatch(/after a duel$/);
    expect(second).toMatch(/,$/);
    const [entry] = await getDb()
      .select({ detail: auditEntries.detail })
      .from(auditEntries)
      .where(and(eq(auditEntries.eventId, own.event.id), eq(auditEntries.deed, 'event.duel')));
    expect(entry?.detail).toBe('120 s');
  });

  test('that ends in a draw leaves the tie, and there is no second one', async () => {
    const own = await tie();
    const [a, b] = own.ids;
    const duel = await call(own);
    await tap(own.ann, duel.id, a);
    await tap(own.ben, duel.id, b);
    await countOf(own);
    expect(await duelOf(own)).toMatchObject({ winnerId: null, countedAt: END });
    expect((await ranking(own)).map(([, place]) => place)).toEqual([1, 1, 3]);
    expect(await codeOf(call(own))).toBe('duel_called');
    expect(await listTied(getDb(), { eventId: own.event.id })).toEqual([]);
  });

  describe('is called', () => {
    test('by an organizer, once, for all photos that share the first place', async () => {
      const own = await tie();
      const other = await tie();
      const [a, b, c] = own.ids;
      expect(await codeOf(call(own, { actor: asking(own.ann) }))).toBe('not_an_organizer');
      expect(await codeOf(call(own, { actor: other.organizer }))).toBe('access_denied');
      for (const photoIds of [[a], [a, c], [a, b, c], [a, a], other.tied, []]) {
        expect(await codeOf(call(own, { photoIds }))).toBe('duel_not_tied');
      }
      expect(await codeOf(call(own, { photoIds: [b, a] }))).toBe('done');
      expect(await codeOf(call(own))).toBe('duel_called');
    });

    test('for two to five photos', async () => {
      expect(await codeOf(call(await tie({ shared: 1 })))).toBe('duel_not_tied');
      const five = await tie({ shared: 5 });
      expect(await listTied(getDb(), { eventId: five.event.id })).toHaveLength(5);
      expect(await codeOf(call(five))).toBe('done');
      const six = await tie({ shared: 6 });
      expect(await codeOf(call(six))).toBe('duel_not_tied');
      expect(await codeOf(call(six, { photoIds: six.tied.slice(0, 5) }))).toBe('duel_not_tied');
    });

    test('once the votes are counted, and not after the event', async () => {
      const own = await tie();
      const { event, organizer } = own;
      const end = (endedAt: Date | null) =>
        getDb().update(events).set({ endedAt }).where(eq(events.id, event.id));
      await end(CLOSED);
      expect(await codeOf(call(own))).toBe('event_closed');
      await end(null);
      await setVotingEnabled(getDb(), { actor: organizer, eventId: event.id, votingEnabled: true });
      expect(await codeOf(call(own))).toBe('result_none');
    });

    test('without a photo that has been hidden since', async () => {
      const own = await tie({ shared: 3 });
      const [a, b, c] = own.ids;
      await hide(own, c);
      expect(await codeOf(call(own))).toBe('duel_not_tied');
      expect(await codeOf(call(own, { photoIds: [a, b] }))).toBe('done');
    });
  });

  const hide = ({ organizer }: Own, photoId: number, isHidden = true) =>
    setPhotoHidden(getDb(), { actor: organizer, photoId, isHidden, now: after(20) });

  test('takes one tap from everybody but the owners of its photos', async () => {
    const own = await tie();
    const other = await tie();
    const [a, b, c] = own.ids;
    const [first, , third] = own.owners;
    const duel = await call(own);
    const foreign = await call(other);
    expect(await codeOf(tap(first, duel.id, b))).toBe('duel_own');
    expect(await codeOf(tap(third, duel.id, b))).toBe('done');
    expect(await codeOf(tap(own.ann, duel.id, c))).toBe('photo_not_found');
    expect(await codeOf(tap(own.ann, foreign.id, other.ids[0]))).toBe('access_denied');
    expect(await codeOf(tap(own.ann, 2_000_000_000, a))).toBe('duel_not_found');
    const vote = { duelId: duel.id, photoId: a, now: () => after(10) };
    expect(await codeOf(voteInDuel(getDb(), { ...vote, actor: own.organizer }))).toBe('done');
    const visitor = { userId: null, eventId: own.event.id, role: 'visitor', today: TODAY } as const;
    expect(await codeOf(voteInDuel(getDb(), { ...vote, actor: visitor }))).toBe(
      'authentication_required',
    );
    expect(await getDb().$count(duelVotes, eq(duelVotes.duelId, duel.id))).toBe(2);
  });

  test('loses a photo that is removed before the end, and the taps for it', async () => {
    const own = await tie({ shared: 3 });
    const [a, b, c] = own.ids;
    const duel = await call(own);
    await tap(own.ann, duel.id, a);
    await tap(own.ben, duel.id, a);
    await tap(own.cleo, duel.id, c);
    await deletePhoto(
      { db: getDb(), removalWords: () => '' },
      { actor: own.organizer, photoId: a },
    );
    expect(await codeOf(tap(own.dan, duel.id, a))).toBe('photo_not_found');
    expect(await readDuelVote(getDb(), { duelId: duel.id, userId: own.ann.id })).toBeNull();
    // One that is hidden counts again once it is shown.
    await hide(own, c);
    expect(await codeOf(tap(own.dan, duel.id, c))).toBe('photo_not_found');
    expect((await duelOf(own))?.photos.map(({ id }) => id)).toEqual([b]);
    await hide(own, c, false);
    await countOf(own);
    expect(await duelOf(own)).toMatchObject({
      winnerId: c,
      tally: [
        { photoId: c, votes: 1 },
        { photoId: b, votes: 0 },
      ],
    });
  });

  test('decides nothing if one photo is left', async () => {
    const own = await tie();
    const [a, b] = own.ids;
    const duel = await call(own);
    await tap(own.ann, duel.id, a);
    await hide(own, b);
    await countOf(own);
    expect(await duelOf(own)).toMatchObject({ winnerId: null });
  });

  test('loses a removed person’s tap, but only before the end', async () => {
    const own = await tie();
    const [a, b] = own.ids;
    const duel = await call(own);
    for (const guest of [own.ann, own.ben]) await tap(guest, duel.id, a);
    await tap(own.cleo, duel.id, b);
    const remove = ({ id: userId }: UserRow) =>
      removeParticipant({ db: getDb(), env: KEYS }, { actor: own.organizer, userId });
    await remove(own.ann);
    await remove(own.ben);
    await countOf(own);
    expect(await duelOf(own)).toMatchObject({ winnerId: b });
    await remove(own.cleo);
    await deletePhoto(
      { db: getDb(), removalWords: () => '' },
      { actor: own.organizer, photoId: b },
    );
    expect(await duelOf(own)).toMatchObject({ winnerId: b });
    // The first place stays empty (rule `result.ranking`).
    expect((await ranking(own)).map(([id, place]) => [id, place])).toEqual([
      [a, 2],
      [own.ids[2], 3],
    ]);
  });

  test('does not overlap with the reveal, which counts a duel that has just ended', async () => {
    const own = await tie();
    const [a] = own.ids;
    const reveal = (at: Date | null | undefined, now: Date) =>
      revealResult(getDb(), { actor: own.organizer, eventId: own.event.id, at, now });
    // Counted at the latest ten seconds after its end.
    await reveal(after(129.999), CLOSED);
    expect(await codeOf(call(own))).toBe('duel_reveal');
    await reveal(after(130), CLOSED);
    const duel = await call(own);
    await tap(own.ann, duel.id, a);
    expect(await codeOf(reveal(after(129.999), after(5)))).toBe('duel_reveal');
    expect(await codeOf(reveal(undefined, after(60)))).toBe('duel_reveal');
    expect(await codeOf(reveal(null, after(60)))).toBe('done');
    expect((await eventOf(own)).revealedAt).toBeNull();
    await reveal(undefined, END);
    expect(await duelOf(own)).toMatchObject({ winnerId: a });
    expect((await ranking(own))[0]).toEqual([a, 1, true]);
  });

  test('can be called once the reveal is over, and not while it is on', async () => {
    const own = await tie();
    const { organizer, event } = own;
    const [begun, over] = [after(-36), after(-35.999)];
    await revealResult(getDb(), { actor: organizer, eventId: event.id, now: over });
    expect(await codeOf(call(own))).toBe('duel_reveal');
    await getDb().update(events).set({ revealedAt: begun }).where(eq(events.id, event.id));
    expect(await codeOf(call(own))).toBe('done');
  });

  test('is deleted when voting is opened again, and with its event', async () => {
    const own = await tie();
    const [a] = own.ids;
    const duel = await call(own);
    await tap(own.ann, duel.id, a);
    await setVotingEnabled(getDb(), {
      actor: own.organizer,
      eventId: own.event.id,
      votingEnabled: true,
    });
    expect(await duelOf(own)).toBeNull();
    expect((await eventOf(own)).duelEndsAt).toBeNull();
    await close(own);
    await call(own);
    await deleteEvent(getDb(), { actor: own.organizer, eventId: own.event.id });
    expect(await getDb().$count(duels, eq(duels.eventId, own.event.id))).toBe(0);
  });
});
