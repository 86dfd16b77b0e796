import type { Db } from '~db/client.server';
import { photos, type EventRow, type UserRow } from '~db/schema';
import type { Day } from '../day';
import { isVisibleIn } from '../photo/scope.server';
import { listUserPhotos, type ListedPhoto } from '../photo/read.server';
import { countStars, listTopPhotos, type RankedPhoto } from '../photo/star.server';
import { listStandings, type Standing } from './morning.server';
import { countContestPhotos } from './progress.server';
import { countParticipants, findOrganizer } from './read.server';
import { lastRetentionDay } from './retention';
import { areStandingsHidden } from './standings';

/** How many photos of a podium a mail shows; a tie may have more. */
const PODIUM_MAX = 3;

/** What the mail on the morning after says to a guest (rule `mails.morning`). */
export interface MorningContent {
  to: UserRow;
  event: EventRow;
  /**
   * Whether it may contain what people have written and photographed: the reader has confirmed the address, or the
   * event's organizer has confirmed theirs.
   */
  isTrusted: boolean;
  photoCount: number;
  /** How many of them were in the contest, among which the places are given. */
  contestCount: number;
  guestCount: number;
  /** Null while guests may not know it. */
  starCount: number | null;
  /** The first photos of the podium, by place; empty while guests may not see it. */
  podium: RankedPhoto[];
  /** How many photos of the reader everybody sees, and the best of them; null without one. */
  own: { count: number; best: ListedPhoto; standing: Standing | null } | null;
  /** The name under the line of thanks; null without an organizer. */
  organizerName: string | null;
  /** The last day on which the photos are kept. */
  until: Day;
}

/** Reads what the mail to a guest says now, so that it shows nothing that has been hidden or deleted meanwhile. */
export async function readMorningContent(
  db: Db,
  { event, to, now }: { event: EventRow; to: UserRow; now: Date },
): Promise<MorningContent> {
  const eventId = event.id;
  const isTold = !areStandingsHidden(event, now);
  const [photoCount, contestCount, guestCount, starCount, ranking, own, organizer] =
    await Promise.all([
      db.$count(photos, isVisibleIn({ eventId })),
      countContestPhotos(db, { eventId }),
      countParticipants(db, { eventId }),
      isTold ? countStars(db, { eventId }) : null,
      isTold ? listTopPhotos(db, { eventId }) : [],
      readOwn(db, { eventId, userId: to.id, isTold }),
      findOrganizer(db, { eventId }),
    ]);
  return {
    to,
    event,
    isTrusted: isTrustedReader(to, organizer),
    photoCount,
    contestCount,
    guestCount,
    starCount,
    podium: ranking.slice(0, PODIUM_MAX),
    own,
    organizerName: organizer?.name ?? null,
    until: lastRetentionDay(event),
  };
}

/** Whether a mail may contain what people have written and photographed (rule `mails.unconfirmed`). */
export function isTrustedReader(
  to: Pick<UserRow, 'emailConfirmedAt'>,
  organizer: Pick<UserRow, 'emailConfirmedAt'> | null | undefined,
): boolean {
  return to.emailConfirmedAt !== null || organizer?.emailConfirmedAt != null;
}

async function readOwn(
  db: Db,
  { eventId, userId, isTold }: { eventId: number; userId: number; isTold: boolean },
): Promise<MorningContent['own']> {
  const all = await listUserPhotos(db, { eventId, userId });
  const shown = all.filter((photo) => photo.hiddenAt === null);
  const standings = isTold
    ? await listStandings(db, { eventId, userId })
    : new Map<number, Standing>();
  const placeOf = ({ id, late }: ListedPhoto) =>
    standings.get(id)?.place ?? (late ? Infinity : Number.MAX_VALUE);
  // Without stars, the first slot; a late photo only if there is no other.
  const best = shown.reduce<ListedPhoto | null>(
    (one, other) => (one && placeOf(one) <= placeOf(other) ? one : other),
    null,
  );
  return best && { count: shown.length, best, standing: standings.get(best.id) ?? null };
}
