import type { LoaderFunctionArgs } from '@remix-run/node';
import type { WaitingPhoto, WaitingView } from '~/components/organizer/waiting/waiting-views';
import type { Member } from '~/http/guards.server';
import { formatAdded, type Here, type Translator } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { countWaiting, listWaiting } from '~/models/photo/approval.server';
import { photoUrl, type ListedPhoto } from '~/models/photo/read.server';
import { firstName } from '~/models/user/rules';

type App = LoaderFunctionArgs['context']['app'];

/** The photos that have waited longest. The caller checks the permission. */
export async function loadWaiting(
  args: LoaderFunctionArgs,
  { event }: Pick<Member, 'event'>,
): Promise<WaitingView> {
  const { app } = args.context;
  const eventId = event.id;
  const [photos, count, t, language] = await Promise.all([
    listWaiting(app.db, { eventId }),
    countWaiting(app.db, { eventId }),
    translator(args.request),
    languageOf(args.request),
  ]);
  const here: Here = { now: app.now(), language, timeZone: app.env.EVENT_TIME_ZONE };
  return {
    eventId,
    photos: photos.map((photo) => presentWaiting(photo, { t, here, storage: app.storage })),
    moreCount: Math.max(0, count - photos.length),
    isOn: event.approvalRequired,
  };
}

/** A photo that waits, for its card. */
export function presentWaiting(
  photo: ListedPhoto,
  { t, here, storage }: { t: Translator; here: Here; storage: App['storage'] },
): WaitingPhoto {
  const { id, userId, userName, width, caption, createdAt } = photo;
  return {
    id,
    imageUrl: photoUrl(photo, storage),
    imageWidth: width,
    caption,
    owner: { id: userId, name: userName, firstName: firstName(userName) },
    added: formatAdded(t, createdAt, here),
  };
}
