import type { LoaderFunctionArgs } from '@remix-run/node';
import { isAskedAhead } from '~/http/asked-ahead.server';
import type { RequestContext } from '~/http/context';
import type { Identity } from '~/http/guards.server';
import { setOnceHeader } from '~/http/person.server';
import { listPhotosById, photoUrl } from '~/models/photo/read.server';
import { thumbnailUrl } from '~/models/photo/rules';
import type { StarNews } from '~/models/photo/star-news';
import { hasStarNews, takeStarNews } from '~/models/photo/star-news.server';

/**
 * Takes the notice that stars fell on the user's photos (rule `notices.star-fell`); null if there is none. A
 * prefetch takes none, and neither does the viewer's own page, which has no place for it. If it cannot be read,
 * the screen is shown without it.
 */
export async function loadStarNews(
  args: LoaderFunctionArgs,
  { user, isExpired }: Identity,
): Promise<StarNews | null> {
  const { request, context } = args;
  const isViewer = /^\/photos\/\d+(\.data)?$/.test(new URL(request.url).pathname);
  if (!user || isExpired || isViewer || isAskedAhead(request)) return null;
  try {
    return await takeNews(context, { userId: user.id, now: context.app.now() });
  } catch (error) {
    context.logFailure(error);
    return null;
  }
}

async function takeNews(
  context: RequestContext,
  reader: { userId: number; now: Date },
): Promise<StarNews | null> {
  const { db, storage } = context.app;
  if (!(await hasStarNews(db, reader))) return null;
  const photos = await listPhotosById(db, await takeStarNews(db, reader));
  const [photo] = photos.sort((one, other) => one.position - other.position);
  if (!photo) return null;
  setOnceHeader(context);
  const { caption, position } = photo;
  const pictureUrl = thumbnailUrl(photoUrl(photo, storage), 320);
  return { count: photos.length, photo: { caption, position, pictureUrl } };
}
