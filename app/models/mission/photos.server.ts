import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos } from '~db/schema';
import type { Person } from '../access';
import { bigintId } from '../id.server';
import { FEED_PAGE_SIZE, type ListPlace } from '../list-place';
import { isOlder, pageOf } from '../list-place.server';
import { selectPhotos, type ListedPhoto } from '../photo/read.server';
import { isVisibleIn } from '../photo/scope.server';

/** A page of the photos of one mission that the reader sees, newest first (rule `missions.filter`). */
export async function readMissionPage(
  db: Db,
  params: { missionId: number; eventId: number; reader: Person; after?: ListPlace },
): Promise<{ photos: ListedPhoto[]; next: ListPlace | null }> {
  const { missionId, eventId, reader, after } = params;
  const rows = await selectPhotos(db)
    .where(
      and(
        isVisibleIn({ eventId, reader }),
        eq(photos.missionId, bigintId(missionId)),
        after && isOlder(photos, after),
      ),
    )
    .orderBy(desc(photos.createdAt), desc(photos.id))
    .limit(FEED_PAGE_SIZE + 1);
  const { page, next } = pageOf(rows, FEED_PAGE_SIZE);
  return { photos: page, next };
}
