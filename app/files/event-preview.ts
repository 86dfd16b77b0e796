import type { LoaderFunctionArgs } from '@remix-run/node';
import { retryHeaders } from '~/http/forms.server';
import { logRefusal, pageId } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { withEventThrottle } from '~/http/throttle.server';
import { DomainError } from '~/models/errors';
import { readCode } from '~/models/event/door';
import { getLinkedEvent } from '~/models/event/door.server';
import { getEvent, type EventRow } from '~/models/event/read.server';
import { readWidth } from '~/models/photo/media.server';
import { ImageError } from '~/services/images.server';

/**
 * The URL in the page's tags identifies the picture, so clients that render previews fetch it once and cache
 * it.
 */
const NAMED = 'public, max-age=31536000, immutable';
const UNNAMED = 'public, no-cache';

// /e/{eventId}/preview.jpg: the event's picture in the style of a print, for link previews (rule
// `invitation.preview`). Public, like the picture.
export async function sendPreview(args: LoaderFunctionArgs): Promise<Response> {
  const { request, params, context } = args;
  const { app } = context;
  const missing = () => new Response(null, { status: 404 });
  try {
    const eventId = pageId(params.eventId);
    const query = new URL(request.url).searchParams;
    const isNamedBy = ({ imageKey }: EventRow) =>
      imageKey !== null && query.get('of') === imageKey.split('/').pop();
    // A request that names the picture needs no code: the picture is public under its random name.
    const event = await withEventThrottle(args, async () => {
      const found = await getEvent(app.db, { eventId });
      return isNamedBy(found) ? found : getLinkedEvent(app.db, { eventId, code: readCode(query) });
    });
    if (!event.imageStorage || !event.imageKey) return missing();
    const isNamed = isNamedBy(event);
    const headers = new Headers({ 'Cache-Control': isNamed ? NAMED : UNNAMED });
    const unchanged = markAnswer(request, headers, { source: `print ${event.imageKey}` });
    if (unchanged) return unchanged;
    const { imageStorage: storage, imageKey: key } = event;
    const wanted = { storage, key, variant: 1080, bytes: 0 } as const;
    const { bytes: picture } = await readWidth(app.storage, wanted);
    if (!picture) return missing();
    const print = await app.images.toPrint(picture, request.signal);
    headers.set('Content-Type', 'image/jpeg');
    headers.set('Content-Length', String(print.byteLength));
    return new Response(print as Uint8Array<ArrayBuffer>, { headers });
  } catch (error) {
    if (error instanceof DomainError) {
      logRefusal(args, error);
      if (error.code !== 'too_many_attempts') return missing();
      return new Response(null, { status: error.status, headers: retryHeaders(error) });
    }
    if (error instanceof ImageError) {
      return error.reason === 'busy'
        ? new Response(null, { status: 503, headers: { 'Retry-After': '5' } })
        : missing();
    }
    throw error;
  }
}
