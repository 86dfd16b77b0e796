import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAdministrator } from '~/http/admin.server';
import { englishText } from '~/http/api.server';
import { backgroundHeaders, identify, type Identity } from '~/http/guards.server';
import type { DiskFile } from '~/http/mounted';
import { logRefusal } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { can, endedRefusal } from '~/models/access';
import { DomainError, ERROR_STATUS, type ErrorCode } from '~/models/errors';
import {
  findMedia,
  recordDamage,
  readWidth,
  type FoundWidth,
  type Media,
} from '~/models/photo/media.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { parseFile } from '~/services/storage/keys.server';
import { isWholeAt } from '~/services/storage/local.server';
import type { StoredVariant } from '~/services/storage/store';

// /media/{eventId}/{random}.webp and its thumbnails. Photos and selfies are for members and visitors of the
// event, an event's image is public (rule `images.audience`), a hidden photo is for its owner and the
// organizer (rule `photos.hidden`). The administrator may see all of them (rule `admin.event-inspect`).
export async function sendMedia(args: LoaderFunctionArgs): Promise<Response | DiskFile> {
  const { app } = args.context;
  const file = parseFile(args.params.eventId ?? '', args.params.file ?? '');
  const eventId = Number(args.params.eventId);
  const [media, identity] = await Promise.all([
    file && app.feeds.media(eventId, file.key),
    identify(args),
  ]);
  if (!file || !media) return refuse(args, 'photo_not_found');
  const refusal = await refusalFor(args, media, identity);
  if (refusal) return refuse(args, refusal);

  const audience = media.kind === 'event' ? 'public' : 'private';
  const headers = new Headers({ 'Cache-Control': `${audience}, max-age=31536000, immutable` });
  // The files under a key never change, so key and variant identify the content.
  const source = `${file.key} ${file.variant}`;
  const unchanged = markAnswer(args.request, headers, { source });
  if (unchanged) return unchanged;
  headers.set('Content-Type', 'image/webp');
  const read = async () => {
    const { bytes, damaged } = await readFromCurrentStorage(args, file, media);
    if (damaged.length > 0) await reportDamage(args, file.key, damaged);
    if (!bytes) return refuse(args, 'photo_not_found');
    if (damaged.length > 0) {
      // A substitute for a damaged file must not be cached, so that the repaired file replaces it at once.
      headers.set('Cache-Control', 'no-store');
      headers.delete('ETag');
    }
    headers.set('Content-Length', String(bytes.byteLength));
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
  };
  const path = app.storage.path(media.storage, file.key, file.variant);
  const stated = file.variant === 'full' ? media.bytes : 0;
  return path && isWholeAt(path, stated) ? { path, headers, otherwise: read } : read();
}

/**
 * Reads the file. A cached row may name the storage the image was in before it was moved, so the row is read
 * again if the file is missing.
 */
async function readFromCurrentStorage(
  { context: { app } }: LoaderFunctionArgs,
  file: { key: string; variant: StoredVariant },
  media: Media,
): Promise<FoundWidth> {
  const found = await readWidth(app.storage, { ...media, ...file });
  if (found.bytes) return found;
  const now = await findMedia(app.db, file);
  if (!now || now.storage === media.storage) return found;
  return readWidth(app.storage, { ...now, ...file });
}

async function reportDamage(
  { context: { app, log } }: LoaderFunctionArgs,
  key: string,
  damaged: StoredVariant[],
): Promise<void> {
  log.warn({ key, damaged }, 'stored files are gone or damaged');
  if (damaged.includes('full')) await recordDamage(app.db, { keys: [key], isDamaged: true });
}

async function refusalFor(
  args: LoaderFunctionArgs,
  media: Media,
  identity: Identity | null,
): Promise<ErrorCode | null> {
  if (media.kind === 'event') return null;
  if (!identity) return 'authentication_required';
  const { eventId, ownerId, isHidden } = media;
  if (!can(identity.actor, 'photo.read', { eventId })) {
    return (await isInspector(args, identity, eventId)) ? null : 'access_denied';
  }
  const ended = endedRefusal(identity.access, 'read');
  if (ended) return ended.code;
  return can(identity.actor, 'photo.read', { eventId, ownerId, isHidden })
    ? null
    : 'photo_not_found';
}

/** Whether the administrator inspects an event. For other users the credential check is not even read. */
async function isInspector(
  args: LoaderFunctionArgs,
  { actor }: Identity,
  eventId: number,
): Promise<boolean> {
  if (actor.userId !== ADMIN_USER_ID) return false;
  const administrator = await findAdministrator(args);
  return administrator !== null && can(administrator, 'event.inspect', { eventId });
}

async function refuse(args: LoaderFunctionArgs, code: ErrorCode): Promise<Response> {
  logRefusal(args, new DomainError(code));
  const headers = new Headers({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  // The error also clears a removed user's cookie.
  for (const cookie of (await backgroundHeaders(args)).getSetCookie()) {
    headers.append('Set-Cookie', cookie);
  }
  return new Response(englishText(code), { status: ERROR_STATUS[code], headers });
}
