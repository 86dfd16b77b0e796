import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { SheetPhoto } from '~/components/event/event-views';
import {
  MissionPhotosScreen,
  type MissionPhotosView,
} from '~/components/event/missions/mission-photos-screen';
import { requireVisit } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { languageOf } from '~/i18n/i18n.server';
import { readId } from '~/models/id';
import { FEED_PAGE_SIZE, readPlace, writePlace } from '~/models/list-place';
import { pageOrFirst } from '~/models/list-place.server';
import { getPlayedMission, listPlayedMissions } from '~/models/mission/read.server';
import { readFeedPage } from '~/models/photo/feed.server';
import { presentScreenPhoto } from '~/models/photo/read.server';
import { missionPaths } from '~/mission-paths';
import { readNotes } from './hidden-photo.server';
import { loadVoting } from './load-event.server';
import { loadMarks } from './load-marks.server';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'feed', i18n: ['missions'] } satisfies ScreenHandle;

/**
 * The photos of one mission, newest first (rule `missions.filter`): the first page, the one `?after=` a position, or
 * the one around the photo `?at=`.
 */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { db, storage } = args.context.app;
  const { actor: reader, user } = identity;
  const eventId = identity.event.id;
  const [language, marks] = await Promise.all([
    languageOf(args.request),
    loadMarks(args, ['photos']),
  ]);
  return orRefuse(args, async () => {
    const missionId = pageId(args.params.missionId);
    const mission = await getPlayedMission(db, { missionId, reader, language });
    const query = new URL(args.request.url).searchParams;
    const which = { missionId, eventId, reader, limit: FEED_PAGE_SIZE };
    const at = readId(query.get('at'));
    const [{ photos, next, hasNewer, after }, missions, voting] = await Promise.all([
      pageOrFirst(
        (place) => readFeedPage(db, { ...which, after: place, at }),
        readPlace(query.get('after')) ?? undefined,
        (page) => page.photos.length === 0,
      ),
      listPlayedMissions(db, { reader, eventId, language }),
      loadVoting(args, identity),
    ]);
    const noteOf = await readNotes(args, identity, photos);
    const view: MissionPhotosView = {
      mission: mission.text,
      others: missions
        .filter(({ id }) => id !== mission.id)
        .map(({ id, text }) => ({ to: missionPaths.photos(id), text })),
      photos: photos.map((row): SheetPhoto => {
        const isOwn = row.userId === user?.id;
        return { ...presentScreenPhoto(row, storage), isOwn, ...noteOf(row) };
      }),
      page: missionPaths.photos(missionId, { after: after && writePlace(after), at }),
      start: hasNewer ? missionPaths.photos(missionId) : null,
      more: next && missionPaths.photos(missionId, { after: writePlace(next) }),
      voting,
    };
    return { title: mission.text, marks, view };
  });
}

export const meta = pageMeta;

export default function MissionPhotos() {
  return <MissionPhotosScreen view={useLoaderData<typeof loader>().view} />;
}
