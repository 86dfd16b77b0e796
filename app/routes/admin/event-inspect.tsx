import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EventInspectScreen, type EventInspectView } from '~/components/admin/event-inspect-screen';
import { requireAdmin } from '~/http/admin.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { formatBytes, formatDays, formatMoment } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { recordInspection, readInspection } from '~/models/admin/inspect.server';
import { readPage } from '~/models/admin/list';
import { isDemo, statusOf } from '~/models/event/rules';
import { photoUrl, type ListedPhoto } from '~/models/photo/read.server';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = {
  tab: 'events',
  i18n: ['admin', 'flags', 'organizer', 'shop'],
};

/** The administrator's read-only view of an event. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const { app } = args.context;
  const { searchParams } = new URL(args.request.url);
  const language = await languageOf(args.request);
  return orRefuse(args, async () => {
    const eventId = pageId(args.params.eventId);
    await recordInspection(app.db, { actor, eventId, now: app.now() });
    const page = readPage(searchParams);
    const { event, organizer, ...read } = await readInspection(app.db, {
      actor,
      eventId,
      page,
      now: app.now(),
    });
    const { participants, stars, reports, photoCount, hiddenCount, photoBytes } = read.figures;
    const today = app.today();
    const present = (photo: ListedPhoto) => ({
      id: photo.id,
      imageUrl: photoUrl(photo, app.storage),
      userName: photo.userName,
      caption: photo.caption,
      favoriteCount: read.areStandingsHidden ? null : photo.favoriteCount,
      isHidden: photo.hiddenAt !== null,
      added: formatMoment(photo.createdAt, language, app.env.EVENT_TIME_ZONE),
    });
    const view: EventInspectView = {
      id: event.id,
      name: event.name,
      description: event.description,
      status: statusOf(event, { participantCount: participants, today }),
      days: formatDays(event.startDate, event.endDate, language),
      plan: event.plan,
      maxUsers: event.maxUsers,
      maxPhotosPerUser: event.maxPhotosPerUser,
      votingEnabled: event.votingEnabled,
      isProtected: isDemo(event),
      organizer,
      ...{ participants, stars, reports },
      photoCount,
      hiddenCount,
      photoBytes: formatBytes(photoBytes, language),
      leaders: read.leaders.map((photo) => ({ ...present(photo), place: photo.place })),
      photos: { ...read.photos, rows: read.photos.rows.map(present) },
    };
    return { title: event.name, view };
  });
}

export const meta = pageMeta;

export default function EventInspect() {
  return <EventInspectScreen view={useLoaderData<typeof loader>().view} />;
}
