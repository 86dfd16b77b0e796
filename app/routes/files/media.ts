import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAdministrator } from '~/http/admin.server';
import { englishText } from '~/http/api.server';
import { confirm, isShutOut, sessionHeaders, type Standing } from '~/http/guards.server';
import { noteRefusal } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { can } from '~/models/access';
import { DomainError, ERROR_STATUS, type ErrorCode } from '~/models/errors';
import { findMedia, findRequestedMedia, readAtLeast, type Media } from '~/models/media.server';
import { ADMIN_USER_ID } from '~/models/user';
import { parseFile } from '~/services/storage/keys.server';

// /media/{eventId}/{random}.webp and its thumbnails: a photo or selfie to members and visitors of
// its event, an event's image to anyone (rule `images.audience`); a hidden photo to two (rule `photos.hidden`);
// all of them to the administrator (rule `admin.event-inspect`).
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { app, sendFile } = args.context;
  const file = parseFile(args.params.eventId ?? '', args.params.file ?? '');
  const { media, standing } = file ? await find(args, file.key) : NOTHING;
  if (!file || !media) return refuse(args, 'photo_not_found');
  const refusal = await refusalFor(args, media, standing);
  if (refusal) return refuse(args, refusal);

  const audience = media.kind === 'event' ? 'public' : 'private';
  const headers = new Headers({ 'Cache-Control': `${audience}, max-age=31536000, immutable` });
  // A key's files never change, so the key and the variant are all there is to compare.
  const source = `${file.key} ${file.variant}`;
  const unchanged = markAnswer(args.request, headers, { source });
  if (unchanged) return unchanged;
  headers.set('Content-Type', 'image/webp');
  const read = async () => {
    const bytes = await readAtLeast(app.storage, { ...file, storage: media.storage });
    if (!bytes) return refuse(args, 'photo_not_found');
    headers.set('Content-Length', String(bytes.byteLength));
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
  };
  const path = app.storage.path(media.storage, file.key, file.variant);
  return path && sendFile ? sendFile(path, headers, read) : read();
}

const NOTHING = { media: null, standing: null };

/** The image, and what whoever asks for it may do; in one query where a cookie says who that is. */
async function find(
  args: LoaderFunctionArgs,
  key: string,
): Promise<{ media: Media | null; standing: Standing | null }> {
  const { db } = args.context.app;
  let media: Media | null | undefined;
  const standing = await confirm(args, async (claim) => {
    const found = await findRequestedMedia(db, { key, ...claim });
    media = found?.media;
    return found;
  });
  return { media: media === undefined ? await findMedia(db, { key }) : media, standing };
}

async function refusalFor(
  args: LoaderFunctionArgs,
  media: Media,
  standing: Standing | null,
): Promise<ErrorCode | null> {
  if (media.kind === 'event') return null;
  if (!standing) return 'authentication_required';
  const { eventId, ownerId, isHidden } = media;
  if (!can(standing.actor, 'photo.read', { eventId })) {
    return (await isInspector(args, standing, eventId)) ? null : 'access_denied';
  }
  if (isShutOut(standing)) return 'event_ended';
  return can(standing.actor, 'photo.read', { eventId, ownerId, isHidden })
    ? null
    : 'photo_not_found';
}

/** Whether it is the administrator who looks at an event; of others the check is not even read. */
async function isInspector(
  args: LoaderFunctionArgs,
  { actor }: Standing,
  eventId: number,
): Promise<boolean> {
  if (actor.userId !== ADMIN_USER_ID) return false;
  const administrator = await findAdministrator(args);
  return administrator !== null && can(administrator, 'event.inspect', { eventId });
}

async function refuse(args: LoaderFunctionArgs, code: ErrorCode): Promise<Response> {
  noteRefusal(args, new DomainError(code));
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
