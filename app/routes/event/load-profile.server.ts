import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DeskView, ProfileView } from '~/components/event-views';
import { requireVisit, type Identity } from '~/http/guards.server';
import { takeCarried } from '~/http/session.server';
import { formatDayRange } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { daysRemaining } from '~/models/event';
import { presentEvent } from '~/models/event.server';
import { drawPhoto, listEventPhotos, listUserPhotos } from '~/models/photo.server';
import { presentUser, presentVisitor } from '~/models/user.server';
import { paths } from '~/paths';
import { loadVoting } from './load-event.server';

/**
 * The profile tab (§2). What it shows only once comes out of the session: `headers` must go along
 * with the answer.
 */
export async function loadProfile(
  args: LoaderFunctionArgs,
): Promise<{ profile: ProfileView; headers: Headers | undefined }> {
  const identity = await requireVisit(args);
  const { db, storage } = args.context.app;
  const { event, user, actor } = identity;

  const [{ voting, starred }, photos, desk] = await Promise.all([
    loadVoting(args, identity),
    user ? listUserPhotos(db, { eventId: event.id, userId: user.id }) : [],
    actor.role === 'organizer' ? loadDesk(args, identity) : null,
  ]);
  const slotError = await takeCarried(args, 'slotError');
  const returnToken = await takeCarried(args, 'returnToken');
  const { name, selfieUrl } = user ? presentUser(user, storage) : presentVisitor(event);

  const profile: ProfileView = {
    role: actor.role,
    userId: actor.userId,
    name,
    selfieUrl,
    coverUrl: presentEvent(event, storage).imageUrl,
    maxPhotos: event.maxPhotosPerUser,
    photos: photos.map((row) => {
      const { id, position, imageUrl, width, placeholder } = drawPhoto(row, storage);
      return { id, position, imageUrl, width, placeholder };
    }),
    favorites: starred.map((row) => {
      const { id, userName, imageUrl, width, placeholder } = drawPhoto(row, storage);
      return { id, userName, imageUrl, width, placeholder, isOwn: false, isStarred: true };
    }),
    voting,
    shareUrl: `${originOf(args)}${paths.auth()}`,
    slotError: slotError.value,
    desk: desk && {
      ...desk,
      returnUrl: returnToken.value && `${originOf(args)}${paths.returnLink(returnToken.value)}`,
    },
  };
  return { profile, headers: returnToken.headers ?? slotError.headers ?? undefined };
}

async function loadDesk(
  { request, context: { app } }: LoaderFunctionArgs,
  { event }: Identity,
): Promise<DeskView> {
  const photos = await listEventPhotos(app.db, { eventId: event.id });
  return {
    event: presentEvent(event, app.storage),
    dates: formatDayRange(event.startDate, event.endDate, await languageOf(request)),
    daysLeft: daysRemaining(event, app.today()),
    photoCount: photos.length,
    starCount: photos.reduce((sum, photo) => sum + photo.favoriteCount, 0),
    returnUrl: null,
  };
}

function originOf({ request, context: { app } }: LoaderFunctionArgs): string {
  return app.env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
}
