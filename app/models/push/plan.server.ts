import { and, between, eq, exists, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import {
  events,
  photos,
  pushDeliveries,
  pushNotices,
  pushSubscriptions,
  sessions,
  type EventRow,
} from '~db/schema';
import { assertCan, type Actor } from '../access';
import { addDays, dayOf } from '../day';
import { FLASH_MINUTES } from '../mission/flash';
import { isSeenBy } from '../photo/scope.server';
import { PUSH_TOPICS, type PushTopic } from './rules';
import { TOPICS, type Clock, type DueNotice } from './topics';

/** A notice that nobody has received yet. */
export interface Planned extends DueNotice {
  eventId: number;
  topic: PushTopic;
}

/** What is due now in events where somebody wants it, and not planned yet. */
export async function listDueNotices(db: Db, clock: Clock): Promise<Planned[]> {
  const candidates = await listCandidates(db, clock);
  if (candidates.length === 0) return [];
  const due = candidates.flatMap((event) =>
    PUSH_TOPICS.flatMap((topic) => {
      const notice = TOPICS[topic].dueOf(event, clock);
      return notice ? { ...notice, topic, eventId: event.id } : [];
    }),
  );
  const known = await db
    .select()
    .from(pushNotices)
    .where(
      inArray(
        pushNotices.eventId,
        candidates.map(({ id }) => id),
      ),
    );
  const isKnown = ({ eventId, topic, about }: Planned) =>
    known.some((row) => row.eventId === eventId && row.topic === topic && +row.about === +about);
  return due.filter((notice) => !isKnown(notice));
}

const MINUTE_MS = 60_000;

/**
 * The few events in which something may be due: their times are near, and somebody has a device. What is due is decided
 * by `TOPICS`.
 */
function listCandidates(db: Db, { now, timeZone }: Clock): Promise<EventRow[]> {
  const around = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const today = dayOf(now, timeZone);
  const hasDevice = db
    .select({ id: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(sessions.eventId, events.id));
  // Without a photo there is nothing to come back to.
  const hasPhoto = db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.eventId, events.id), isSeenBy()));
  const wasYesterday = or(
    and(isNull(events.endedAt), eq(events.endDate, addDays(today, -1))),
    and(isNotNull(events.endedAt), gt(events.endedAt, around(-48 * 60))),
  );
  return db
    .select()
    .from(events)
    .where(
      and(
        exists(hasDevice),
        or(
          // A flash mission may ask for the first photo.
          between(events.flashedAt, around(-FLASH_MINUTES), around(1)),
          and(
            exists(hasPhoto),
            or(
              between(events.votingClosesAt, now, around(15)),
              between(events.revealedAt, around(-20), around(5)),
              wasYesterday,
            ),
          ),
        ),
      ),
    );
}

/**
 * Plans a notice for all devices that want it, in one transaction with the mark that it is planned (rule `push.once`).
 * @returns for how many devices; 0 if another server has planned it
 * @throws DomainError access_denied for every actor but the system
 */
export async function planNotice(
  db: Db,
  { actor, now, planned }: { actor: Actor; now: Date; planned: Planned },
): Promise<number> {
  assertCan(actor, 'push.send');
  const { eventId, topic, about } = planned;
  return db.transaction(async (tx) => {
    const [notice] = await tx
      .insert(pushNotices)
      .values({ eventId, topic, about })
      .onConflictDoNothing()
      .returning();
    if (!notice) return 0;
    const wanting = await tx
      .select({ sessionId: pushSubscriptions.sessionId })
      .from(pushSubscriptions)
      .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
      .where(and(eq(sessions.eventId, eventId), sql`${topic} = any(${pushSubscriptions.topics})`))
      .for('key share', { of: pushSubscriptions });
    const rows = wanting.map((row) => ({ ...row, noticeId: notice.id, dueAt: now }));
    if (rows.length > 0) await tx.insert(pushDeliveries).values(rows);
    return rows.length;
  });
}
