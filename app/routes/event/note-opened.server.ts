import type { LoaderFunctionArgs } from '@remix-run/node';
import { isAskedAhead } from '~/http/asked-ahead.server';
import type { Identity } from '~/http/guards.server';
import { markSeen } from '~/models/photo/seen.server';

/**
 * Notes a photo whose own page is opened as seen (rule `seen.what`), unless the request is a prefetch. Pages with
 * scripts themselves note the photos that are opened over a screen.
 */
export async function noteOpened(
  { request, context: { app } }: LoaderFunctionArgs,
  { actor, isExpired }: Identity,
  photoId: number,
): Promise<void> {
  const isPage = request.headers.get('Accept')?.includes('text/html') ?? false;
  if (!isPage || isExpired || isAskedAhead(request)) return;
  await markSeen(app.db, { actor, ids: [photoId], now: app.now() });
}
