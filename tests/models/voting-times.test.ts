import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries, events, type EventRow } from '~db/schema';
import type { Person } from '~/models/access';
import { addDays } from '~/models/day';
import { createEvent } from '~/models/event/create.server';
import { getEvent, presentEventOf } from '~/models/event/read.server';
import { lockEvent } from '~/models/event/update.server';
import { editEvent, setEventSettings, setVotingEnabled } from '~/models/event/write.server';
import { markEvent } from '~/models/live/marks.server';
import {
  addFavorite,
  listStarredIds,
  moveFavorite,
  removeFavorite,
  takeStarBack,
} from '~/models/photo/star.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  createTestUsers,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

// Rule `voting.times`.

const timeZone = 'Europe/Paris';
const OPENS = new Date(`${TODAY}T18:00:00.000Z`);
const CLOSES = new Date(`${TODAY}T21:00:00.000Z`);
const near = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
type Times = { votingOpensAt?: Date | null; votingClosesAt?: Date | null };

withDatabases('the times of voting', (getDb, kind) => {
  async function party(times: Times = { votingOpensAt: OPENS, votingClosesAt: CLOSES }) {
    const days = { startDate: TODAY, endDate: addDays(TODAY, 7) };
    const { event, organizer } = await createTestEvent(getDb(), { ...days, ...times });
    const guest = await createTestUser(getDb(), event.id);
    const owner = await createTestUser(getDb(), event.id);
    const [{ id: a }, { id: b }] = [
      await createTestPhoto(getDb(), owner),
      await createTestPhoto(getDb(), owner, { position: 2 }),
    ];
    const actor = asking(guest);
    const give = (photoId: number, now: Date) =>
      addFavorite(getDb(), { photoId, actor, now: () => now });
    return { event, organizer: asking(organizer), actor, guest, give, a, b };
  }

  const set = (own: { event: EventRow; organizer: Person }, times: Times) =>
    setEventSettings(getDb(), {
      actor: own.organizer,
      eventId: own.event.id,
      settings: { votingTimes: { ...times, timeZone } },
    });

  const edit = (
    { event, organizer }: { event: EventRow; organizer: Person },
    times: Times,
    days: object = {},
  ) => {
    const { id: eventId, name, startDate, endDate } = event;
    return editEvent(getDb(), {
      actor: organizer,
      eventId,
      values: { name, startDate, endDate, ...days },
      votingTimes: { ...times, timeZone },
      today: TODAY,
      isSold: false,
    });
  };

  describe('a star counts from the opening to the millisecond before the closing', () => {
    test.each([
      ['a millisecond before the opening', near(OPENS, -1), 'voting_not_open'],
      ['at the opening', OPENS, null],
      ['a millisecond before the closing', near(CLOSES, -1), null],
      ['at the closing', CLOSES, 'voting_closed'],
    ])('%s', async (_, moment, code) => {
      const { give, actor, guest, a, b } = await party();
      await give(a, near(OPENS, 60_000));
      const now = () => moment;
      const acts = [
        () => addFavorite(getDb(), { photoId: b, actor, now }),
        () => removeFavorite(getDb(), { photoId: b, actor, now }),
        () => moveFavorite(getDb(), { fromId: a, photoId: b, actor, now }),
        () => takeStarBack(getDb(), { photoId: b, actor, now }),
      ];
      for (const act of acts) {
        const done = act();
        if (code) await expect(done).rejects.toMatchObject({ code, status: 403 });
        else await done;
      }
      const starred = await listStarredIds(getDb(), { userId: guest.id });
      // Moved to b, and taken back from there.
      expect(starred).toEqual(code ? [a] : []);
    });

    test('not while it is switched off, whatever the time', async () => {
      const own = await party();
      const { event, organizer: actor, give, a } = own;
      await setVotingEnabled(getDb(), { actor, eventId: event.id, votingEnabled: false });
      for (const now of [near(OPENS, -1), OPENS, CLOSES]) {
        await expect(give(a, now)).rejects.toMatchObject({ code: 'voting_disabled' });
      }
    });

    test('without times at any moment, and with one time from or until that one', async () => {
      const none = await party({});
      await none.give(none.a, near(OPENS, -1e6));
      const from = await party({ votingOpensAt: OPENS });
      await expect(from.give(from.a, near(OPENS, -1))).rejects.toMatchObject({
        code: 'voting_not_open',
      });
      await from.give(from.a, near(CLOSES, 1));
      const until = await party({ votingClosesAt: CLOSES });
      await until.give(until.a, near(OPENS, -1e6));
      await expect(until.give(until.b, CLOSES)).rejects.toMatchObject({ code: 'voting_closed' });
    });
  });

  /** Waits until another connection waits for a lock; the embedded database has only one. */
  async function untilWaiting(): Promise<void> {
    if (kind === 'pglite') return;
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
    // A transaction reads these statistics once, so another connection does.
    await expect.poll(() => getDb().$count(sql`pg_stat_activity`, isWaiting)).toBeGreaterThan(0);
  }

  test('the clock is read under the lock: a star that waited for the closing comes too late', async () => {
    const own = await party({});
    const { event, actor, a } = own;
    let now = near(CLOSES, -1000);
    let waiting: Promise<unknown> = Promise.resolve();
    await getDb().transaction(async (tx) => {
      await lockEvent(tx, event.id);
      waiting = addFavorite(getDb(), { photoId: a, actor, now: () => now }).catch(
        ({ code }: { code: string }) => code,
      );
      await untilWaiting();
      await tx.update(events).set({ votingClosesAt: CLOSES }).where(eq(events.id, event.id));
      now = CLOSES;
    });
    expect(await waiting).toBe('voting_closed');
  });

  test('of a closing and ten stars at once, each star comes before it or is refused', async () => {
    const own = await party({});
    const guests = await createTestUsers(getDb(), own.event.id, 10);
    const now = () => CLOSES;
    const stars = guests.map((guest) =>
      addFavorite(getDb(), { photoId: own.a, actor: asking(guest), now }).then(
        () => 'given',
        ({ code }: { code: string }) => code,
      ),
    );
    const closing = set(own, { votingClosesAt: CLOSES });
    const said = await Promise.all(stars);
    await closing;
    for (const [index, guest] of guests.entries()) {
      const starred = await listStarredIds(getDb(), { userId: guest.id });
      expect(said[index]).toBe(starred.length > 0 ? 'given' : 'voting_closed');
    }
    await expect(own.give(own.a, CLOSES)).rejects.toMatchObject({ code: 'voting_closed' });
  });

  test('each time is set, kept and removed by itself, and is logged', async () => {
    const own = await party({});
    const shown = (event: EventRow) => presentEventOf(null, event, createFakeStorage());
    const opened = await set(own, { votingOpensAt: OPENS });
    expect(shown(opened)).toMatchObject({
      votingOpensAt: OPENS.toISOString(),
      votingClosesAt: null,
    });
    const both = await set(own, { votingClosesAt: CLOSES });
    expect(both).toMatchObject({ votingOpensAt: OPENS, votingClosesAt: CLOSES });
    // The same again is no change.
    await set(own, { votingOpensAt: OPENS, votingClosesAt: CLOSES });
    expect(await set(own, { votingOpensAt: null })).toMatchObject({
      votingOpensAt: null,
      votingClosesAt: CLOSES,
    });
    const entries = await getDb()
      .select({ deed: auditEntries.deed, detail: auditEntries.detail })
      .from(auditEntries)
      .where(eq(auditEntries.eventId, own.event.id))
      .orderBy(auditEntries.id);
    expect(entries).toEqual([
      { deed: 'event.edited', detail: `– → ${OPENS.toISOString()}` },
      { deed: 'event.edited', detail: `– → ${CLOSES.toISOString()}` },
      { deed: 'event.edited', detail: `${OPENS.toISOString()} → –` },
    ]);
  });

  test('a closing that does not follow the opening, and a time outside the event, change nothing', async () => {
    const own = await party();
    const refused = [
      [{ votingClosesAt: OPENS }, 'voting_closes_first', 'votingClosesAt'],
      [{ votingOpensAt: CLOSES }, 'voting_closes_first', 'votingClosesAt'],
      [{ votingOpensAt: near(OPENS, -864e5) }, 'voting_time_outside', 'votingOpensAt'],
      [{ votingClosesAt: near(CLOSES, 8 * 864e5) }, 'voting_time_outside', 'votingClosesAt'],
    ] as const;
    for (const [times, code, field] of refused) {
      await expect(set(own, times)).rejects.toMatchObject({ code, field, status: 400 });
      await expect(edit(own, times)).rejects.toMatchObject({ code, field });
    }
    expect(await getEvent(getDb(), { eventId: own.event.id })).toMatchObject({
      votingOpensAt: OPENS,
      votingClosesAt: CLOSES,
    });
    const turned = getDb()
      .update(events)
      .set({ votingClosesAt: OPENS })
      .where(eq(events.id, own.event.id));
    await expect(turned).rejects.toThrow();
  });

  test('guests and organizers of other events set none', async () => {
    const own = await party();
    const other = await party();
    await expect(set({ ...own, organizer: own.actor }, {})).rejects.toMatchObject({
      code: 'not_an_organizer',
    });
    await expect(set({ ...own, organizer: other.organizer }, {})).rejects.toMatchObject({
      code: 'access_denied',
    });
  });

  test('the edit form keeps what it shows, and checks the times when the days move', async () => {
    const exact = near(CLOSES, 12_345);
    const own = await party({ votingClosesAt: exact });
    expect(await edit(own, { votingClosesAt: CLOSES, votingOpensAt: null })).toMatchObject({
      votingClosesAt: exact,
    });
    const later = { startDate: addDays(TODAY, 1) };
    await expect(edit(own, { votingClosesAt: CLOSES }, later)).rejects.toMatchObject({
      code: 'voting_time_outside',
    });
    const moved = { votingClosesAt: near(CLOSES, 864e5) };
    expect(await edit(own, moved, later)).toMatchObject(moved);
    expect(await edit(own, { votingClosesAt: null })).toMatchObject({ votingClosesAt: null });
  });

  test('a new event has none, and the event’s mark changes at each of them', async () => {
    const values = {
      name: `Party ${unique()}`,
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
      description: 'Words',
    };
    const { event } = await createEvent(getDb(), { values, today: TODAY });
    expect(event).toMatchObject({ votingOpensAt: null, votingClosesAt: null });
    const own = await party();
    const markAt = (now: Date) =>
      markEvent({ now: () => now, today: () => TODAY }, { event: own.event });
    // The curtain falls an hour before the closing (rule `standings.hidden`).
    const falls = near(CLOSES, -60 * 60_000);
    const marks = [near(OPENS, -1), OPENS, near(falls, -1), falls, near(CLOSES, -1), CLOSES].map(
      markAt,
    );
    expect(new Set(marks).size).toBe(4);
    expect([marks[1], marks[3]]).toEqual([marks[2], marks[4]]);
  });
});
