import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries, keptOut, messages, photos, users } from '~db/schema';
import { SYSTEM } from '~/models/access';
import { approvePhoto, countWaiting } from '~/models/photo/approval.server';
import {
  carryOutClearUps,
  countPendingRemovals,
  planClearUp,
  undoClearUp,
} from '~/models/photo/clear-up.server';
import { readFeedPage } from '~/models/photo/feed.server';
import { setPhotoHidden, setPhotoWaiting } from '~/models/photo/hide.server';
import {
  carryOutPhotoRemovals,
  planPhotoRemoval,
  removePhoto,
  undoPhotoRemoval,
} from '~/models/photo/planned-removal.server';
import { addFavorite, listStarredIds } from '~/models/photo/star.server';
import { countPendingReports, listReports } from '~/models/report/read.server';
import { reopenReport, reportPhoto, setReportStatus } from '~/models/report/write.server';
import { planRemovalOf, undoRemovalOf } from '~/models/user/planned-removal.server';
import { assertNotBanned } from '~/models/user/bans.server';
import { TODAY, asking, createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

const NOW = new Date('2026-06-15T20:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const env = { SESSION_SECRET: ['a-secret-of-thirty-two-characters'] as [string] };

withDatabases('what can be undone', (getDb) => {
  /** Rosa's photo, starred and reported by Tom. */
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const rosa = await createTestUser(getDb(), event.id, { name: 'Rosa' });
    const tom = await createTestUser(getDb(), event.id, { name: 'Tom' });
    const photo = await createTestPhoto(getDb(), rosa);
    await addFavorite(getDb(), { photoId: photo.id, actor: asking(tom) });
    const report = await reportPhoto(getDb(), {
      photoId: photo.id,
      actor: asking(tom),
      reason: null,
    });
    const feedOf = async (reader: typeof rosa) => {
      const page = await readFeedPage(getDb(), { eventId: event.id, reader: asking(reader) });
      return page.photos.map(({ id }) => id);
    };
    const actor = asking(organizer);
    return { event, organizer, rosa, tom, photo, report, feedOf, actor };
  }

  const deps = () => ({ db: getDb(), env });

  test('a removed person stays for ten seconds, and is then deleted with their photos', async () => {
    const { event, rosa, photo, actor } = await party();
    const removed = { actor, userId: rosa.id, keepOut: false, now: NOW };
    expect(await planRemovalOf(deps(), removed)).toEqual({ name: 'Rosa', photoCount: 1 });
    const carryOut = (now: Date) => carryOutClearUps(getDb(), { actor: SYSTEM, now });
    expect(await carryOut(after(9))).toBe(0);
    expect(await getDb().$count(users, eq(users.id, rosa.id))).toBe(1);
    // It is no bulk removal, whose undo leaves it alone.
    expect(await countPendingRemovals(getDb(), { eventId: event.id })).toBe(0);
    expect(await undoClearUp(getDb(), { actor, eventId: event.id })).toBe(0);
    expect(await carryOut(after(10))).toBe(1);
    expect(await getDb().$count(users, eq(users.id, rosa.id))).toBe(0);
    expect(await getDb().$count(photos, eq(photos.id, photo.id))).toBe(0);
    const undone = undoRemovalOf(deps(), { actor, userId: rosa.id });
    await expect(undone).rejects.toMatchObject({ code: 'user_not_found' });
  });

  test('a bulk removal leaves people alone who are already being removed', async () => {
    const { event, tom, actor } = await party();
    await planRemovalOf(deps(), { actor, userId: tom.id, keepOut: false, now: NOW });
    const all = { actor, eventId: event.id, userIds: [tom.id], now: after(5) };
    expect(await planClearUp(getDb(), all)).toBe(0);
    expect(await undoRemovalOf(deps(), { actor, userId: tom.id })).toBe('Tom');
    expect(await carryOutClearUps(getDb(), { actor: SYSTEM, now: after(120) })).toBe(0);
  });

  test('on a screen one’s own photo is deleted at once, and another’s can be kept', async () => {
    const { rosa, photo, actor } = await party();
    const removal = { reason: { choice: null, details: null }, now: NOW };
    const deps = { db: getDb(), removalWords: () => 'Removed' };
    const here = eq(photos.id, photo.id);
    expect(await removePhoto(deps, { photoId: photo.id, actor, ...removal })).toBe(true);
    expect(await getDb().$count(photos, here)).toBe(1);
    const own = { photoId: photo.id, actor: asking(rosa), ...removal };
    expect(await removePhoto(deps, own)).toBe(false);
    expect(await getDb().$count(photos, here)).toBe(0);
  });

  test('an undone removal removes nobody, and lifts the ban', async () => {
    const { event, rosa, actor } = await party();
    await planRemovalOf(deps(), { actor, userId: rosa.id, keepOut: true, now: NOW });
    expect(await getDb().$count(keptOut, eq(keptOut.eventId, event.id))).toBe(1);
    expect(await undoRemovalOf(deps(), { actor, userId: rosa.id })).toBe('Rosa');
    await assertNotBanned(getDb(), env, { eventId: event.id, email: rosa.email });
    expect(await carryOutClearUps(getDb(), { actor: SYSTEM, now: after(60) })).toBe(0);
    expect(await getDb().$count(users, eq(users.id, rosa.id))).toBe(1);
    const deeds = await getDb()
      .select({ deed: auditEntries.deed })
      .from(auditEntries)
      .where(eq(auditEntries.targetId, rosa.id))
      .orderBy(auditEntries.id);
    expect(deeds.map(({ deed }) => deed)).toEqual(['member.removed', 'member.kept']);
    // Nobody has removed them, so there is nothing to undo.
    const again = undoRemovalOf(deps(), { actor, userId: rosa.id });
    await expect(again).rejects.toMatchObject({ code: 'user_not_found' });
  });

  test('guests and the organizer of another event neither remove nor keep anybody', async () => {
    const { rosa, tom, photo } = await party();
    const elsewhere = await party();
    for (const actor of [asking(tom), elsewhere.actor]) {
      const reason = { choice: null, details: null };
      const photoId = photo.id;
      const acts = [
        () => planRemovalOf(deps(), { actor, userId: rosa.id, keepOut: false, now: NOW }),
        () => undoRemovalOf(deps(), { actor, userId: rosa.id }),
        () => planPhotoRemoval(getDb(), { photoId, actor, reason, now: NOW }),
      ];
      for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'access_denied' });
    }
    const undo = undoPhotoRemoval(getDb(), { photoId: photo.id, actor: asking(tom), now: NOW });
    await expect(undo).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('a removed photo is gone at once for all but its owner, and deleted after ten seconds', async () => {
    const { event, rosa, tom, organizer, photo, feedOf, actor } = await party();
    const reason = { choice: 'offensive', details: 'Sorry' } as const;
    await planPhotoRemoval(getDb(), { photoId: photo.id, actor, reason, now: NOW });
    expect([await feedOf(tom), await feedOf(organizer)]).toEqual([[], []]);
    expect(await feedOf(rosa)).toEqual([photo.id]);
    expect(await listReports(getDb(), { eventId: event.id })).toEqual([]);
    expect(await countPendingReports(getDb(), { eventId: event.id })).toBe(0);
    expect(await getDb().$count(messages)).toBe(0);

    const removalWords = (removal: object) => JSON.stringify(removal);
    const carryOut = (now: Date) =>
      carryOutPhotoRemovals({ db: getDb(), removalWords }, { actor: SYSTEM, now, today: TODAY });
    expect(await carryOut(after(9))).toBe(0);
    expect(await carryOut(after(10))).toBe(1);
    expect(await getDb().$count(photos, eq(photos.id, photo.id))).toBe(0);
    const [told] = await getDb().select().from(messages).where(eq(messages.toUserId, rosa.id));
    expect(JSON.parse(told?.message ?? '')).toMatchObject(reason);
    const late = undoPhotoRemoval(getDb(), { photoId: photo.id, actor, now: after(11) });
    await expect(late).rejects.toMatchObject({ code: 'photo_not_found' });
  });

  test('an undone removal of a photo brings it back with its stars, or leaves it hidden', async () => {
    const { tom, photo, report, feedOf, actor } = await party();
    const reason = { choice: null, details: null };
    const remove = () => planPhotoRemoval(getDb(), { photoId: photo.id, actor, reason, now: NOW });
    const undo = () => undoPhotoRemoval(getDb(), { photoId: photo.id, actor, now: after(5) });
    const starsOf = () => listStarredIds(getDb(), { userId: tom.id });
    await remove();
    expect(await starsOf()).toEqual([]);
    await undo();
    expect(await feedOf(tom)).toEqual([photo.id]);
    expect(await starsOf()).toEqual([photo.id]);

    await setReportStatus(getDb(), { reportId: report.id, actor, status: 'reviewed', now: NOW });
    await remove();
    await undo();
    expect(await feedOf(tom)).toEqual([]);
  });

  test('a photo that waited waits again, whatever was decided', async () => {
    const { event, tom, photo, feedOf, actor } = await party();
    const waits = { hiddenAt: NOW, isPending: true };
    await getDb().update(photos).set(waits).where(eq(photos.id, photo.id));
    const waiting = () => countWaiting(getDb(), { eventId: event.id });
    const change = { photoId: photo.id, actor, now: after(5) };
    const reason = { choice: null, details: null };
    const decisions = [
      [() => approvePhoto(getDb(), change), () => setPhotoWaiting(getDb(), change)],
      [
        () => setPhotoHidden(getDb(), { ...change, isHidden: true }),
        () => setPhotoWaiting(getDb(), change),
      ],
      [
        () => planPhotoRemoval(getDb(), { ...change, reason }),
        () => undoPhotoRemoval(getDb(), change),
      ],
    ] as const;
    for (const [decide, undo] of decisions) {
      await decide();
      expect(await waiting()).toBe(0);
      await undo();
      expect([await waiting(), await feedOf(tom)]).toEqual([1, []]);
    }
    const denied = setPhotoWaiting(getDb(), { ...change, actor: asking(tom) });
    await expect(denied).rejects.toMatchObject({ code: 'access_denied' });
  });

  test.for([
    { status: 'reviewed', wasHidden: false },
    { status: 'dismissed', wasHidden: true },
  ] as const)('a report that was $status waits again', async ({ status, wasHidden }) => {
    const { event, tom, photo, report, feedOf, actor } = await party();
    if (wasHidden) {
      await getDb().update(photos).set({ hiddenAt: NOW }).where(eq(photos.id, photo.id));
    }
    const reviewed = await setReportStatus(getDb(), {
      reportId: report.id,
      actor,
      status,
      now: NOW,
    });
    expect(reviewed.wasHidden).toBe(wasHidden);
    const change = { reportId: report.id, actor, isHidden: wasHidden, now: NOW };
    await reopenReport(getDb(), change);
    expect(await countPendingReports(getDb(), { eventId: event.id })).toBe(1);
    expect(await feedOf(tom)).toEqual(wasHidden ? [] : [photo.id]);
    const denied = reopenReport(getDb(), { ...change, actor: asking(tom) });
    await expect(denied).rejects.toMatchObject({ code: 'access_denied' });
  });
});
