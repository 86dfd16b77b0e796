import type { LoaderFunctionArgs } from '@remix-run/node';
import { noteRefusal, pageId } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { DomainError } from '~/models/errors';
import { findEvent } from '~/models/event.server';
import { readAtLeast } from '~/models/media.server';
import { ImageError } from '~/services/images.server';

/** The address in our tags names the picture: whoever draws previews asks for it once and keeps it. */
const NAMED = 'public, max-age=31536000, immutable';
const UNNAMED = 'public, no-cache';

// /e/{eventId}/preview.jpg: the event's picture as a print, for previews of its links (rule
// `invitation.preview`). Like the picture it is for anyone.
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { request, params, context } = args;
  const { app } = context;
  const missing = () => context.noSuchPage?.() ?? new Response(null, { status: 404 });
  try {
    const event = await findEvent(app.db, { eventId: pageId(params.eventId) });
    if (!event?.imageStorage || !event.imageKey) return missing();
    const isNamed = new URL(request.url).searchParams.get('of') === event.imageKey.split('/').pop();
    const headers = new Headers({ 'Cache-Control': isNamed ? NAMED : UNNAMED });
    const unchanged = markAnswer(request, headers, { source: `print ${event.imageKey}` });
    if (unchanged) return unchanged;
    const { imageStorage: storage, imageKey: key } = event;
    const picture = await readAtLeast(app.storage, { storage, key, variant: 1080 });
    if (!picture) return missing();
    const print = await app.images.toPrint(picture, request.signal);
    headers.set('Content-Type', 'image/jpeg');
    headers.set('Content-Length', String(print.byteLength));
    return new Response(print as Uint8Array<ArrayBuffer>, { headers });
  } catch (error) {
    if (error instanceof DomainError) {
      noteRefusal(args, error);
      return missing();
    }
    if (error instanceof ImageError) {
      return error.reason === 'busy'
        ? new Response(null, { status: 503, headers: { 'Retry-After': '5' } })
        : missing();
    }
    throw error;
  }
}
