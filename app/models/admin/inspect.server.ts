import { desc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos } from '~db/schema';
import { assertCan, type Actor } from '../access';
import { readEventFigures } from '../event/admin-list.server';
import { pageOf, PHOTO_PAGE_SIZE, type EventFigures, type ListPage } from './list';
import { hasDone, recordDeed } from './audit.server';
import { getLockedEvent } from '../event/update.server';
import { areStandingsHidden } from '../event/standings';
import { countParticipants, findOrganizer, getEvent, type EventRow } from '../event/read.server';
import { podiumOf } from '../photo/star';
import { countStars, listTopPhotos } from '../photo/star.server';
import { selectPhotos, type ListedPhoto } from '../photo/read.server';
import { countPendingReports } from '../report/read.server';

/** Further inspections of the same event within this time are not logged again. */
const NOTED_MS = 60 * 60_000;

/** Everything that the administrator sees of an event (rule `admin.event-inspect`). */
interface Inspection {
  event: EventRow;
  organizer: { id: number; name: string; email: string } | null;
  /** `reports` counts the open ones. */
  figures: EventFigures & { participants: number; stars: number | null; reports: number };
  /** The top three of the ranking. */
  leaders: (ListedPhoto & { place: number })[];
  /** Whether the organizers alone know the stars now (rule `standings.hidden`): `stars` and `leaders` are empty. */
  areStandingsHidden: boolean;
  /** Newest first, including hidden ones. */
  photos: ListPage<ListedPhoto>;
}

/**
 * Reads an event for the administrator.
 * @param params.page the page of photos, from 1; a number past the end returns the last page
 * @throws DomainError access_denied, event_not_found
 */
export async function readInspection(
  db: Db,
  { actor, eventId, page: asked, now }: { actor: Actor; eventId: number; page: number; now: Date },
): Promise<Inspection> {
  assertCan(actor, 'event.inspect', { eventId });
  const event = await getEvent(db, { eventId });
  const isHidden = areStandingsHidden(event, now);
  const [found, figures, participants, stars, reports, ranking] = await Promise.all([
    findOrganizer(db, { eventId }),
    readEventFigures(db, { eventIds: [eventId] }),
    countParticipants(db, { eventId }),
    isHidden ? null : countStars(db, { eventId }),
    countPendingReports(db, { eventId }),
    isHidden ? [] : listTopPhotos(db, { eventId }),
  ]);
  const ofPhotos = figures.get(eventId) ?? { photoCount: 0, hiddenCount: 0, photoBytes: 0 };
  const total = ofPhotos.photoCount + ofPhotos.hiddenCount;
  const { page, pages } = pageOf(asked, total, PHOTO_PAGE_SIZE);
  const rows = await selectPhotos(db)
    .where(eq(photos.eventId, eventId))
    .orderBy(desc(photos.createdAt), desc(photos.id))
    .limit(PHOTO_PAGE_SIZE)
    .offset((page - 1) * PHOTO_PAGE_SIZE);
  return {
    event,
    organizer: found && { id: found.id, name: found.name, email: found.email },
    figures: { ...ofPhotos, participants, stars, reports },
    leaders: podiumOf(ranking),
    areStandingsHidden: isHidden,
    photos: { rows, total, page, pages },
  };
}

/**
 * Logs that the administrator inspects an event (rule `admin.audit`), unless that was logged within the last
 * hour.
 * @throws DomainError access_denied, event_not_found
 */
export async function recordInspection(
  db: Db,
  { actor, eventId, now }: { actor: Actor; eventId: number; now: Date },
): Promise<void> {
  assertCan(actor, 'event.inspect', { eventId });
  const deed = 'event.inspected';
  const since = new Date(now.getTime() - NOTED_MS);
  await db.transaction(async (tx) => {
    // The lock keeps two simultaneous requests from both finding no entry.
    const event = await getLockedEvent(tx, eventId);
    if (await hasDone(tx, { actor, deed, eventId, since })) return;
    await recordDeed(tx, { actor, deed, eventId, eventName: event.name });
  });
}
