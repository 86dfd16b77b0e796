import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries, sessions, users } from '~db/schema';
import { ADMINISTRATOR, SYSTEM } from '~/models/access';
import {
  carryOutClearUps,
  countPendingRemovals,
  countRecent,
  listRecent,
  planClearUp,
  undoClearUp,
} from '~/models/photo/clear-up.server';
import { beginSession } from '~/models/session/write.server';
import { newToken } from '~/models/session/token.server';
import { changeOrganizer } from '~/models/event/organizer.server';
import type { UserRow } from '~/models/user/read.server';
import { asking, createTestEvent, createTestPhoto, createTestUser, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('clearing up', (getDb) => {
  const NOW = new Date(`${TODAY}T20:00:00Z`);
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  const minutesAgo = (minutes: number) => ({ createdAt: at(-60 * minutes) });
  const idsOf = (people: { id: number }[]) => people.map(({ id }) => id);
  const stillThere = async (...people: UserRow[]) => {
    const rows = await getDb()
      .select()
      .from(users)
      .where(inArray(users.id, idsOf(people)));
    return idsOf(rows).sort((one, other) => one - other);
  };
  const carryOut = (now: Date) => carryOutClearUps(getDb(), { actor: SYSTEM, now });

  async function rush() {
    const { event, organizer } = await createTestEvent(getDb(), {
      organizer: { createdAt: at(-60) },
    });
    const [actor, eventId] = [asking(organizer), event.id];
    const guest = (minutes: number) => createTestUser(getDb(), eventId, minutesAgo(minutes));
    const [early, first, second, withPhoto] = [
      await guest(61),
      await guest(59),
      await guest(1),
      await guest(2),
    ];
    await createTestPhoto(getDb(), withPhoto);
    const plan = (people: UserRow[], now = NOW) =>
      planClearUp(getDb(), { actor, eventId, userIds: idsOf(people), now });
    return { eventId, organizer, actor, early, first, second, withPhoto, plan };
  }

  test('offers those who joined within the hour and have no photo, and nobody of another event', async () => {
    const { actor, eventId, first, second, plan } = await rush();
    await rush();
    const list = async () => idsOf(await listRecent(getDb(), { actor, eventId, now: NOW }));
    expect(await list()).toEqual([first.id, second.id]);
    expect(await countRecent(getDb(), { eventId, now: NOW })).toBe(2);
    await plan([first]);
    expect(await list()).toEqual([second.id]);
    expect(await countPendingRemovals(getDb(), { eventId })).toBe(1);
    expect(await carryOut(at(600))).toBe(1);
  });

  test('removes the selected people after a minute, with their sessions, and logs it once', async () => {
    const { eventId, early, first, second, plan } = await rush();
    const session = { token: newToken(), who: { user: first }, userAgent: null, now: NOW };
    await beginSession(getDb(), session);
    expect(await plan([first])).toBe(1);
    expect(await carryOut(at(59))).toBe(0);
    expect(await stillThere(first)).toEqual([first.id]);
    expect(await carryOut(at(60))).toBe(1);
    expect(await stillThere(early, first, second)).toEqual([early.id, second.id]);
    expect(await getDb().$count(sessions, eq(sessions.userId, first.id))).toBe(0);
    expect(await carryOut(at(120))).toBe(0);
    const noted = await getDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.eventId, eventId));
    expect(noted).toMatchObject([{ deed: 'member.cleared', detail: '1' }]);
  });

  test('keeps everybody after an undo', async () => {
    const { actor, eventId, first, second, plan } = await rush();
    const other = await rush();
    await plan([first, second]);
    await other.plan([other.first]);
    expect(await undoClearUp(getDb(), { actor, eventId })).toBe(2);
    expect(await undoClearUp(getDb(), { actor, eventId })).toBe(0);
    expect(await carryOut(at(600))).toBe(1);
    expect(await stillThere(first, second, other.first)).toEqual([first.id, second.id]);
  });

  test('keeps those who have a photo by then, permanently', async () => {
    const { first, second, plan } = await rush();
    await plan([first, second]);
    await createTestPhoto(getDb(), first);
    expect(await carryOut(at(60))).toBe(1);
    expect(await stillThere(first, second)).toEqual([first.id]);
    const [kept] = await getDb().select().from(users).where(eq(users.id, first.id));
    expect(kept?.removeAt).toBeNull();
  });

  test('never removes the organizer, anybody with a photo, or anybody elsewhere, whatever the form says', async () => {
    const { organizer, withPhoto, first, plan } = await rush();
    const other = await rush();
    expect(await plan([organizer, withPhoto, other.first])).toBe(0);
    expect(await plan([])).toBe(0);
    await plan([first]);
    await changeOrganizer(getDb(), {
      actor: ADMINISTRATOR,
      eventId: first.eventId,
      successorId: first.id,
      words: () => '',
    });
    expect(await carryOut(at(600))).toBe(0);
    expect(await stillThere(organizer, withPhoto, first, other.first)).toHaveLength(4);
  });

  test('is available to the organizer only', async () => {
    const { eventId, early, first } = await rush();
    const other = await rush();
    const asked = { eventId, userIds: [first.id], now: NOW };
    const by = (actor: typeof other.actor): (() => Promise<unknown>)[] => [
      async () => planClearUp(getDb(), { ...asked, actor }),
      async () => undoClearUp(getDb(), { eventId, actor }),
      async () => listRecent(getDb(), { eventId, now: NOW, actor }),
    ];
    for (const act of by(asking(early))) {
      await expect(act()).rejects.toMatchObject({
        code: 'not_an_organizer',
      });
    }
    for (const act of by(other.actor)) {
      await expect(act()).rejects.toMatchObject({ code: 'access_denied' });
    }
    await expect(carryOutClearUps(getDb(), { actor: other.actor, now: NOW })).rejects.toMatchObject(
      { code: 'access_denied' },
    );
    expect(await countPendingRemovals(getDb(), { eventId })).toBe(0);
  });
});
