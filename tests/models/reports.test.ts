import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, flagReports, users } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { Person } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { deletePhoto } from '~/models/photo/write.server';
import { deleteReport, reportPhoto, setReportStatus } from '~/models/report/write.server';
import { presentOwnReport, presentReport } from '~/models/report/read.server';
import {
  countPendingReports,
  getReport,
  listReports,
  readReportPage,
  suggestRemovalChoice,
} from '~/models/report/read.server';
import { hasReported } from '~/models/report/read.server';
import { singleRow } from '~/models/row.server';
import type { UserRow } from '~/models/user/read.server';
import { TODAY, createTestEvent, createTestPhoto, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const NOW = new Date('2026-06-15T20:00:00Z');
const LATER = new Date('2026-06-16T08:00:00Z');

const actorOf = ({ id, eventId, isOrganizer }: UserRow): Person => ({
  userId: id,
  eventId,
  role: isOrganizer ? 'organizer' : 'participant',
  today: TODAY,
});

withDatabases('reports', (getDb, kind) => {
  /** An event with a photo of Rosa's, and Tom, who reports. */
  async function party() {
    const { event, organizer } = await createTestEvent(getDb());
    const rosa = await createTestUser(getDb(), event.id, { name: 'Rosa Blum' });
    const tom = await createTestUser(getDb(), event.id, { name: 'Tom Girard' });
    const photo = await createTestPhoto(getDb(), rosa);
    const report = (reason: string | null = null, by = tom, photoId = photo.id) =>
      reportPhoto(getDb(), { photoId, actor: actorOf(by), reason });
    const review = async (reportId: number, status: 'reviewed' | 'dismissed', now = NOW) => {
      const change = { reportId, actor: actorOf(organizer), status, now };
      return (await setReportStatus(getDb(), change)).report;
    };
    const list = (status?: 'pending' | 'reviewed' | 'dismissed') =>
      listReports(getDb(), { eventId: event.id, status });
    const pending = () => countPendingReports(getDb(), { eventId: event.id });
    return { event, organizer, rosa, tom, photo, report, review, list, pending };
  }

  test('a member’s own report is known until it is deleted', async () => {
    const { organizer, rosa, tom, photo, report, review } = await party();
    const reporters = () =>
      Promise.all(
        [rosa, tom].map(({ id }) => hasReported(getDb(), { photoId: photo.id, userId: id })),
      );
    expect(await reporters()).toEqual([false, false]);
    const { id } = await report();
    expect(await reporters()).toEqual([false, true]);
    await review(id, 'reviewed');
    await deleteReport(getDb(), { reportId: id, actor: actorOf(organizer) });
    expect(await reporters()).toEqual([false, false]);
  });

  test('many reports are split into pages, newest first', async () => {
    const { event, photo } = await party();
    const ids = [];
    for (let number = 0; number < 26; number++) {
      const { id } = await createTestUser(getDb(), event.id);
      const createdAt = new Date(NOW.getTime() + Math.floor(number / 3));
      const rows = await getDb()
        .insert(flagReports)
        .values({ photoId: photo.id, reportedById: id, eventId: event.id, createdAt })
        .returning();
      ids.unshift(singleRow(rows).id);
    }
    const first = await readReportPage(getDb(), { eventId: event.id, status: 'pending' });
    const after = first.next ?? undefined;
    const second = await readReportPage(getDb(), { eventId: event.id, status: 'pending', after });
    expect([...first.reports, ...second.reports].map(({ id }) => id)).toEqual(ids);
    expect([first.reports.length, second.next]).toEqual([24, null]);

    // All of the second page are reviewed, which must not look like an empty list.
    for (const { id } of second.reports) {
      await getDb().update(flagReports).set({ status: 'dismissed' }).where(eq(flagReports.id, id));
    }
    const gone = await readReportPage(getDb(), { eventId: event.id, status: 'pending', after });
    expect([gone.reports.length, gone.after]).toEqual([24, undefined]);
  });

  test('a report waits for the organizer, with or without a reason', async () => {
    const { event, organizer, tom, photo, report, pending } = await party();
    const row = await report('offensive');
    expect(presentOwnReport(row)).toEqual({
      id: row.id,
      photoId: photo.id,
      reportedById: tom.id,
      eventId: event.id,
      reason: 'offensive',
      status: 'pending',
      createdAt: row.createdAt.toISOString(),
      reviewedAt: null,
    });
    expect(await report(null, organizer)).toMatchObject({ reason: null });
    expect(await pending()).toBe(2);
  });

  test('one per person and photo, however many arrive at once', async () => {
    const { report, pending } = await party();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => report()));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(9).fill('already_reported'));
    expect(await pending()).toBe(1);
  });

  test('not of one’s own photo, not by visitors, not in other events, not of a deleted photo', async () => {
    const { event, rosa, photo, report } = await party();
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    const elsewhere = await party();
    const own = report(null, rosa);
    await expect(own).rejects.toMatchObject({ code: 'access_denied' });
    const unseen = reportPhoto(getDb(), { photoId: photo.id, actor: visitor, reason: null });
    await expect(unseen).rejects.toMatchObject({ code: 'access_denied' });
    const foreign = report(null, elsewhere.tom);
    await expect(foreign).rejects.toMatchObject({ code: 'access_denied' });
    const gone = report(null, undefined, 9_000_000_000);
    await expect(gone).rejects.toMatchObject({ code: 'photo_not_found' });
  });

  test('a removed member cannot report', async () => {
    const { tom, report, pending } = await party();
    await getDb().delete(users).where(eq(users.id, tom.id));
    await expect(report()).rejects.toMatchObject({ code: 'authentication_required' });
    expect(await pending()).toBe(0);
  });

  test('waits for a removal of the photo’s owner instead of blocking it', async () => {
    const { event, rosa, report } = await party();
    const locks = sql<number>`(select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock')`;
    let outcome: Promise<unknown> = Promise.resolve();
    // In the order of every removal: the event is locked, then the member is deleted.
    await getDb().transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, event.id)).for('update');
      outcome = report().catch((error: DomainError) => error.code);
      // PGlite runs one transaction after the other by itself.
      if (kind === 'postgres') {
        const waiting = async () =>
          (await getDb().select({ locks }).from(events).limit(1))[0]?.locks;
        await expect.poll(waiting).toBe(1);
      }
      await tx.delete(users).where(eq(users.id, rosa.id));
    });
    expect(await outcome).toBe('photo_not_found');
  });

  test('the list: newest first, by status, of this event alone', async () => {
    const { organizer, tom, photo, rosa, report, review, list } = await party();
    await (await party()).report();
    const first = await report('not part of this event');
    const second = await report(null, organizer);
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 15, 12, minute));
    for (const [minute, { id }] of [first, second].entries()) {
      await getDb()
        .update(flagReports)
        .set({ createdAt: at(minute) })
        .where(eq(flagReports.id, id));
    }
    const idsOf = async (status?: Parameters<typeof list>[0]) =>
      (await list(status)).map(({ id }) => id);
    expect(await idsOf()).toEqual([second.id, first.id]);
    await review(first.id, 'reviewed');
    await review(second.id, 'dismissed');
    expect(await idsOf('pending')).toEqual([]);
    expect(await idsOf('reviewed')).toEqual([first.id]);
    expect(await idsOf('dismissed')).toEqual([second.id]);

    const storage = createFakeStorage();
    expect(presentReport(singleRow(await list('reviewed')), storage)).toEqual({
      report: {
        id: first.id,
        status: 'reviewed',
        reason: 'not part of this event',
        createdAt: at(0).toISOString(),
        reviewedAt: NOW.toISOString(),
      },
      photo: {
        id: photo.id,
        imageUrl: storage.url(photo.imageStorage, photo.imageKey),
        caption: photo.caption,
      },
      reportedBy: { name: tom.name },
      photoOwner: { id: rosa.id, name: rosa.name },
    });
  });

  test('a review is final: repeating it changes nothing, another one is refused', async () => {
    const { report, review, pending } = await party();
    const { id } = await report();
    expect(await review(id, 'dismissed')).toMatchObject({ status: 'dismissed', reviewedAt: NOW });
    expect(await pending()).toBe(0);
    expect(await review(id, 'dismissed', LATER)).toMatchObject({ reviewedAt: NOW });
    await expect(review(id, 'reviewed')).rejects.toMatchObject({ code: 'report_reviewed' });
  });

  test('of two reviews at once one is stored', async () => {
    const { organizer, report, review } = await party();
    const { id } = await report();
    const outcomes = await Promise.allSettled([review(id, 'reviewed'), review(id, 'dismissed')]);
    const [held] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(['report_reviewed']);
    const kept = await getReport(getDb(), { reportId: id, actor: actorOf(organizer) });
    expect(kept.status).toBe(held?.status);
  });

  test('a deleted report is gone, its photo stays, and it can be reported again', async () => {
    const { organizer, report, list } = await party();
    const { id } = await report();
    await deleteReport(getDb(), { reportId: id, actor: actorOf(organizer) });
    expect(await list()).toEqual([]);
    expect((await report()).status).toBe('pending');
  });

  test('only the event’s organizer reads, reviews or deletes one', async () => {
    const { organizer, tom, report } = await party();
    const elsewhere = await party();
    const { id } = await report();
    const actions = [
      (actor: Person, reportId = id) => getReport(getDb(), { reportId, actor }),
      (actor: Person, reportId = id) =>
        setReportStatus(getDb(), { reportId, actor, status: 'reviewed', now: NOW }),
      (actor: Person, reportId = id) => deleteReport(getDb(), { reportId, actor }),
    ];
    for (const act of actions) {
      for (const actor of [actorOf(tom), actorOf(elsewhere.organizer)]) {
        await expect(act(actor)).rejects.toMatchObject({ code: 'access_denied' });
      }
      const unknown = act(actorOf(organizer), 9_000_000_000);
      await expect(unknown).rejects.toMatchObject({ code: 'report_not_found' });
    }
    expect(await getReport(getDb(), { reportId: id, actor: actorOf(organizer) })).toMatchObject({
      status: 'pending',
    });
  });

  test('the newest valid report suggests the reason for the owner, but never the reporter', async () => {
    const { event, organizer, tom, photo, report, review } = await party();
    const suggested = (actor = actorOf(organizer), photoId = photo.id) =>
      suggestRemovalChoice(getDb(), { photoId, actor });
    const guests = [];
    for (let number = 0; number < 4; number += 1) {
      guests.push(await createTestUser(getDb(), event.id));
    }
    const [ann, bob, cem, dia] = guests;
    expect(await suggested()).toBeNull();
    await report('I am in this photo: please blur', ann);
    await report('other: It is me who is laughed at', bob);
    await report(null, cem);
    expect(await suggested()).toBeNull();
    await report('not part of this event: a cat', dia);
    expect(await suggested()).toBe('not_event');
    const { id } = await report('offensive', tom);
    expect(await suggested()).toBe('offensive');
    await review(id, 'dismissed');
    expect(await suggested()).toBe('not_event');

    const other = await createTestPhoto(getDb(), tom);
    expect(await suggested(actorOf(organizer), other.id)).toBeNull();
    const elsewhere = await party();
    expect(await suggested(actorOf(elsewhere.organizer))).toBeNull();
    await expect(suggested(actorOf(tom))).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('a deleted photo deletes its reports', async () => {
    const { rosa, photo, report, pending } = await party();
    await report();
    await deletePhoto(
      { db: getDb(), removalWords: removalNotice },
      { photoId: photo.id, actor: actorOf(rosa) },
    );
    expect(await pending()).toBe(0);
  });
});
