import type { LoaderFunctionArgs } from '@remix-run/node';
import { englishText } from '~/http/api.server';
import { identify, isShutOut, sessionHeaders } from '~/http/guards.server';
import { markAnswer } from '~/http/revalidation.server';
import { can } from '~/models/access';
import { ERROR_STATUS, type ErrorCode } from '~/models/errors';
import { findMedia, readAtLeast, type Media } from '~/models/media.server';
import { parseFile } from '~/services/storage/keys.server';

// /media/{eventId}/{random}.webp and its thumbnails: a photo or selfie to members and visitors of
// its event, an event's image to anyone (rule `images.audience`).
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { app } = args.context;
  const file = parseFile(args.params.eventId ?? '', args.params.file ?? '');
  const media = file && (await findMedia(app.db, { key: file.key }));
  if (!media) return refuse(args, 'photo_not_found');
  const refusal = await refusalFor(args, media);
  if (refusal) return refuse(args, refusal);

  const audience = media.kind === 'event' ? 'public' : 'private';
  const headers = new Headers({ 'Cache-Control': `${audience}, max-age=31536000, immutable` });
  // A key's files never change, so the key and the variant are all there is to compare.
  const source = `${file.key} ${file.variant}`;
  const unchanged = markAnswer(args.request, headers, { source });
  if (unchanged) return unchanged;
  const bytes = await readAtLeast(app.storage, { ...file, storage: media.storage });
  if (!bytes) return refuse(args, 'photo_not_found');
  headers.set('Content-Type', 'image/webp');
  headers.set('Content-Length', String(bytes.byteLength));
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
}

async function refusalFor(args: LoaderFunctionArgs, media: Media): Promise<ErrorCode | null> {
  if (media.kind === 'event') return null;
  const identity = await identify(args);
  if (!identity) return 'authentication_required';
  if (!can(identity.actor, 'photo.read', { eventId: media.eventId })) return 'access_denied';
  return isShutOut(identity) ? 'event_ended' : null;
}

async function refuse(args: LoaderFunctionArgs, code: ErrorCode): Promise<Response> {
  const headers = new Headers({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  // A removed user's cookie is cleared with the refusal.
  for (const cookie of (await sessionHeaders(args)).getSetCookie()) {
    headers.append('Set-Cookie', cookie);
  }
  return new Response(englishText(code), { status: ERROR_STATUS[code], headers });
}
