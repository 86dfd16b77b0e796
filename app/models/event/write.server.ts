import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos } from '~db/schema';
import { assertCan, type Actor } from '../access';
import type { Deed } from '../admin/audit';
import { recordDeed } from '../admin/audit.server';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { isDemo, type EventTexts } from './rules';
import { assertLateDay } from './late-photos';
import { areNamesTaken, changedNames } from './names.server';
import { ownPartyDate, partyDateOf } from './party-date';
import type { EventRow } from './read.server';
import type { Standings } from './standings';
import { changedTimes, isTimeChanged, withStoredSeconds, type GivenTimes } from './voting-times';
import { discardIfReopened } from '../photo/result.server';
import { assertNotFormerlyUsed } from './former-names.server';
import { latestEnd, type Span } from '../payment/plan';
import {
  auditChange,
  detailsOf,
  getLockedEvent,
  updateAndAudit,
  updateEvent,
} from './update.server';

// Changes to existing events. Each change locks the event's row until it is committed. Uploads and stars lock
// it shared, so they either come before the change or see it.

/**
 * Changes an event's texts.
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function setEventTexts(
  db: Db,
  { actor, eventId, texts }: { actor: Actor; eventId: number; texts: Partial<EventTexts> },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  return updateEvent(db, eventId, texts);
}

/** An event's name and days, edited together. Without a day of its own the party is on the first day. */
type EditedValues = { name: string; partyDate?: Day } & Span;

/**
 * Changes an event's name and days (rule `event.edit`).
 * @param params.isSold whether more time can be bought here (rule `plans.length`)
 * @param params.votingTimes to the minute; without them the times stay
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, event_exists,
 *   end_before_start, party_date_outside, day_past, plan_days_max, event_begun, demo_name_stays, and what
 *   `changedTimes` throws
 */
export async function editEvent(
  db: Db,
  params: {
    actor: Actor;
    eventId: number;
    values: EditedValues;
    votingTimes?: GivenTimes;
    today: Day;
    isSold: boolean;
    now?: () => Date;
  },
): Promise<EventRow> {
  const { actor, eventId, values, votingTimes, isSold } = params;
  assertCan(actor, 'event.manage', { eventId });
  const name = values.name.trim();
  const { startDate, endDate } = values;
  if (endDate < startDate) throw new DomainError('end_before_start', { field: 'endDate' });
  try {
    return await db.transaction(async (tx) => {
      const event = await getLockedEvent(tx, eventId);
      if (isDemo(event) && name !== event.name) {
        throw new DomainError('demo_name_stays', { field: 'name' });
      }
      assertDays(event, values, params);
      const partyDate = editedPartyDate(event, values);
      const times =
        votingTimes && changedTimes(event, withStoredSeconds(event, votingTimes), values);
      if (isSold && (await postponesRunningEvent(tx, event, params))) {
        throw new DomainError('event_begun', { field: 'startDate' });
      }
      const names = await changedNames(tx, event, { name });
      // A later last day reopens the event, no matter who ended it.
      const endedAt = endDate > event.endDate ? null : event.endedAt;
      const changed = await updateEvent(tx, eventId, {
        name,
        ...names,
        startDate,
        endDate,
        partyDate,
        endedAt,
        ...times,
      });
      if (names.nameKey) await assertNotFormerlyUsed(tx, changed);
      const detail = [
        ...(event.name === name ? [] : [`${event.name} → ${name}`]),
        ...detailsOf(event, changed, EDITED),
      ].join(', ');
      if (detail) await recordDeed(tx, { actor, deed: 'event.edited', eventId, detail });
      const isAsked = isTimeChanged(event, changed);
      return discardIfReopened(tx, { actor, before: event, changed, isAsked, now: params.now });
    });
  } catch (error) {
    if (!areNamesTaken(error)) throw error;
    throw new DomainError('event_exists', { field: 'name', cause: error });
  }
}

const EDITED = ['startDate', 'endDate', 'partyDate', 'votingOpensAt', 'votingClosesAt'] as const;

/** Unchanged days are not checked. */
function assertDays(
  before: Span & Pick<EventRow, 'paidUntil'>,
  { startDate, endDate }: Span,
  { today, isSold }: { today: Day; isSold: boolean },
): void {
  if (startDate === before.startDate && endDate === before.endDate) return;
  if (endDate < today) throw new DomainError('day_past', { field: 'endDate' });
  if (isSold && endDate > latestEnd(startDate, before)) {
    throw new DomainError('plan_days_max', { field: 'endDate' });
  }
}

/**
 * The day of the party to store. An unchanged one may be after a last day that the administrator has set.
 * @throws DomainError party_date_outside
 */
function editedPartyDate(before: EventRow, { partyDate, startDate, endDate }: EditedValues) {
  const isUnchanged =
    partyDate === partyDateOf(before) &&
    startDate === before.startDate &&
    endDate === before.endDate;
  return isUnchanged ? before.partyDate : ownPartyDate(partyDate, { startDate, endDate });
}

/**
 * Whether the change would give a running event a later first day. The last day's limit depends on the first
 * day, so moving both could extend an event forever. Events without photos do not count as running.
 */
async function postponesRunningEvent(
  tx: Db,
  event: EventRow,
  { values, today }: { values: Span; today: Day },
): Promise<boolean> {
  if (event.startDate > today || values.startDate <= event.startDate) return false;
  const [photo] = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.eventId, event.id))
    .limit(1);
  return photo !== undefined;
}

/**
 * Sets the number of slots per member. A lower number deletes nothing: photos in higher slots stay.
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function setMaxPhotos(
  db: Db,
  { actor, eventId, maxPhotosPerUser }: { actor: Actor; eventId: number; maxPhotosPerUser: number },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  return updateAndAudit(db, { actor, eventId, values: { maxPhotosPerUser }, deed: 'event.slots' });
}

/**
 * Turns voting on or off. Stars that were given stay. Turning it on, even if it is on, throws a result away if
 * voting is then open (rule `result.reopened`).
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function setVotingEnabled(
  db: Db,
  params: { actor: Actor; eventId: number; votingEnabled: boolean; now?: () => Date },
): Promise<EventRow> {
  const { actor, eventId, votingEnabled, now } = params;
  assertCan(actor, 'event.manage', { eventId });
  const deed = votingEnabled ? 'event.voting_on' : 'event.voting_off';
  return db.transaction(async (tx) => {
    const before = await getLockedEvent(tx, eventId);
    const changed = await updateEvent(tx, eventId, { votingEnabled });
    await auditChange(tx, { actor, before, changed, keys: ['votingEnabled'], deed });
    return discardIfReopened(tx, { actor, before, changed, isAsked: votingEnabled, now });
  });
}

/** The event's switches, with the logged deeds for turning them on and off. */
const SWITCHES = {
  guestsMayLook: { on: 'event.looking_on', off: 'event.looking_off' },
  guestsMayDownload: { on: 'event.downloads_on', off: 'event.downloads_off' },
  approvalRequired: { on: 'event.approval_on', off: 'event.approval_off' },
} as const satisfies Partial<Record<keyof EventRow, { on: Deed; off: Deed }>>;
type Switch = keyof typeof SWITCHES;

/**
 * Changes settings and texts of an event: whether guests may look at it after its end (rule `event.look-back`) and take
 * all photos home (rule `files.all-of-members`); whether new photos wait for the organizer (rule `approval.what`;
 * turning this off approves nothing); the day of its party (null for the first day); the times of voting (rule
 * `voting.times`; null for no limit); when guests see stars counted (rule `standings.hidden`); the last day of late
 * photos (rule `photos.late`); and the line of thanks (rule `event.thanks`; null for none). What is not given stays.
 * All can be set before and after the end. Times that open voting again discard a result (rule `result.reopened`).
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found, party_date_outside,
 *   late_day_outside, and what `changedTimes` throws
 */
export async function setEventSettings(
  db: Db,
  params: {
    actor: Actor;
    eventId: number;
    settings: Partial<Record<Switch, boolean>> &
      Partial<EventTexts> & {
        partyDate?: Day | null;
        photosUntil?: Day | null;
        thanks?: string | null;
        votingTimes?: GivenTimes;
        standings?: Standings;
      };
    now?: () => Date;
  },
): Promise<EventRow> {
  const { actor, eventId, settings } = params;
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const before = await getLockedEvent(tx, eventId);
    const { partyDate, votingTimes, standings, ...others } = settings;
    if (others.photosUntil && 'today' in actor) {
      assertLateDay(before, others.photosUntil, actor.today);
    }
    const changed = await updateEvent(tx, eventId, {
      ...others,
      ...(partyDate !== undefined && { partyDate: ownPartyDate(partyDate, before) }),
      ...(votingTimes && changedTimes(before, votingTimes, before)),
      // Another choice after the reveal hides the standings again.
      ...(standings && standings !== before.standings && { standings, revealedAt: null }),
    });
    for (const key of Object.keys(SWITCHES) as Switch[]) {
      const deed = SWITCHES[key][changed[key] ? 'on' : 'off'];
      await auditChange(tx, { actor, before, changed, keys: [key], deed });
    }
    const keys = [
      'partyDate',
      'votingOpensAt',
      'votingClosesAt',
      'standings',
      'photosUntil',
    ] as const;
    await auditChange(tx, { actor, before, changed, keys, deed: 'event.edited' });
    const isAsked = isTimeChanged(before, changed);
    return discardIfReopened(tx, { actor, before, changed, isAsked, now: params.now });
  });
}

/**
 * Sets how many participants may join.
 * @throws DomainError access_denied, event_not_found
 */
export async function setMaxUsers(
  db: Db,
  { actor, eventId, maxUsers }: { actor: Actor; eventId: number; maxUsers: number },
): Promise<EventRow> {
  assertCan(actor, 'event.extend', { eventId });
  return updateAndAudit(db, { actor, eventId, values: { maxUsers }, deed: 'event.places' });
}

/**
 * Moves an event's last day. The earliest one allowed is today, as in the date picker; the event then runs
 * until midnight. The first day never changes, even if a request contains one: clients send the current time
 * as the start, and that is not when the event started.
 * @throws DomainError access_denied, event_not_found, day_past, end_before_start
 */
export async function setEndDate(
  db: Db,
  { actor, eventId, endDate, today }: { actor: Actor; eventId: number; endDate: Day; today: Day },
): Promise<EventRow> {
  assertCan(actor, 'event.extend', { eventId });
  if (endDate < today) throw new DomainError('day_past', { field: 'endDate' });
  return db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    if (endDate < event.startDate) throw new DomainError('end_before_start', { field: 'endDate' });
    const changed = await updateEvent(tx, eventId, { endDate, endedAt: null });
    await auditChange(tx, { actor, before: event, changed, keys: ['endDate'], deed: 'event.end' });
    return changed;
  });
}

/** Gives an event the plan that was paid for. The caller holds the lock on its row. */
export async function grantPlan(
  tx: Db,
  {
    eventId,
    ...extent
  }: { eventId: number } & Pick<EventRow, 'plan' | 'endDate' | 'paidUntil' | 'maxUsers'>,
): Promise<void> {
  await updateEvent(tx, eventId, { ...extent, endedAt: null });
}
