import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { results, users, type EventRow } from '~db/schema';
import { assertCan, can, type Person, type Target } from '../access';
import { DomainError } from '../errors';
import { isExpired } from '../event/rules';
import { areStandingsHidden } from '../event/standings';
import { findOrganizer } from '../event/read.server';
import { isSameName } from '../event/name';
import { getPhoto } from '../photo/read.server';
import { podiumOf } from '../photo/star';
import { listTopPhotos, type RankedPhoto } from '../photo/star.server';
import { firstName } from '../user/rules';
import { stepsOf, type Step } from './steps';

/** The event whose podium somebody wants to take home, and when. */
export interface Asked {
  actor: Person;
  event: EventRow;
  now: Date;
}

/** A photo as a shared picture shows it. */
interface SharedPhoto extends RankedPhoto {
  /** A first name, or null for somebody who stays “A guest” (rule `share.names`). */
  shownName: string | null;
}

/** A photo on the podium, for its certificate. */
interface CertifiedPhoto extends RankedPhoto {
  /** Whether others have the same place. */
  isShared: boolean;
}

/** A podium as the target of an action. */
export function podiumTarget(event: EventRow, now: Date): Target {
  return { eventId: event.id, isOpen: !areStandingsHidden(event, now) };
}

/** Whether only a removal can still change the places: the votes are counted, or the event is over. */
export function isFinal(event: EventRow, { today }: Person): boolean {
  return event.votingClosedAt !== null || isExpired(event, today);
}

/** Whether a person may take the podium home now, if there is one (rule `share.when`). */
export function mayShare({ actor, event, now }: Asked): boolean {
  return can(actor, 'podium.share', podiumTarget(event, now)) && isFinal(event, actor);
}

/**
 * The podium's steps for a picture that anybody may share (rules `share.when`, `share.names`).
 * @throws DomainError access_denied, standings_hidden, also to organizers; result_none before the result is final,
 *   and while nobody stands on the podium
 */
export async function readSharedPodium(db: Db, asked: Asked): Promise<Step<SharedPhoto>[]> {
  const { actor, event, now } = asked;
  assertCan(actor, 'podium.share', podiumTarget(event, now));
  const podium = await readPodium(db, asked);
  const nameOf = await sharedNames(db, { event, podium });
  return stepsOf(podium.map((photo) => ({ ...photo, shownName: nameOf(photo) })));
}

/**
 * A photo on the podium, for its certificate (rule `certificate.who`).
 * @throws DomainError access_denied for a photo of somebody else or of another event; standings_hidden; result_none;
 *   photo_not_found for one that is not on the podium
 */
export async function readCertified(
  db: Db,
  { photoId, ...asked }: Asked & { photoId: number },
): Promise<CertifiedPhoto> {
  const { actor, event, now } = asked;
  const { userId: ownerId } = await getPhoto(db, { photoId, eventId: event.id, reader: actor });
  assertCan(actor, 'certificate.print', { ...podiumTarget(event, now), ownerId });
  const podium = await readPodium(db, asked);
  const photo = podium.find(({ id }) => id === photoId);
  if (!photo) throw new DomainError('photo_not_found');
  return { ...photo, isShared: await isShared(db, { event, podium, place: photo.place }) };
}

async function readPodium(db: Db, { actor, event }: Asked): Promise<RankedPhoto[]> {
  if (!isFinal(event, actor)) throw new DomainError('result_none');
  const podium = podiumOf(await listTopPhotos(db, { eventId: event.id }));
  if (podium.length === 0) throw new DomainError('result_none');
  return podium;
}

/**
 * Whether several photos share a place. If there is a result it decides, so a tie stays a tie when a photo is removed.
 */
async function isShared(
  db: Db,
  { event, podium, place }: { event: EventRow; podium: readonly RankedPhoto[]; place: number },
): Promise<boolean> {
  const [result] = await db
    .select({ places: results.places })
    .from(results)
    .where(eq(results.eventId, event.id));
  const places: readonly { place: number }[] = result?.places ?? podium;
  return places.filter((other) => other.place === place).length > 1;
}

/** The first names of those who agreed. */
async function sharedNames(
  db: Db,
  { event, podium }: { event: EventRow; podium: readonly RankedPhoto[] },
): Promise<(photo: RankedPhoto) => string | null> {
  const ids = podium.map(({ userId }) => userId);
  const [agreed, organizer] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, ids), eq(users.mayBeNamed, true))),
    findOrganizer(db, { eventId: event.id }),
  ]);
  const named = new Set(agreed.map(({ id }) => id));
  return ({ userId, userName }) => {
    const name = firstName(userName);
    return named.has(userId) && !isKey(name, { event, organizer }) ? name : null;
  };
}

/** Whether a name would let strangers in, together with the event's name beside it (rule `share.no-way-in`). */
export function isKey(
  name: string,
  { event, organizer }: { event: EventRow; organizer: { name: string } | null | undefined },
): boolean {
  return event.door === 'names' && !!organizer && isSameName(name, organizer.name);
}
