import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAdministrator } from '~/http/admin.server';
import { englishText } from '~/http/api.server';
import { backgroundHeaders, identify, type Identity } from '~/http/guards.server';
import type { DiskFile } from '~/http/mounted';
import { noteRefusal } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { can, endedRefusal } from '~/models/access';
import { DomainError, ERROR_STATUS, type ErrorCode } from '~/models/errors';
import {
  findMedia,
  noteDamage,
  readWidth,
  type FoundWidth,
  type Media,
} from '~/models/media.server';
import { ADMIN_USER_ID } from '~/models/user';
import { parseFile } from '~/services/storage/keys.server';
import { isWholeAt } from '~/services/storage/local.server';
import type { StoredVariant } from '~/services/storage/types';

// /media/{eventId}/{random}.webp and its thumbnails: a photo or selfie to members and visitors of
// its event, an event's image to anyone (rule `images.audience`); a hidden photo to two (rule `photos.hidden`);
// all of them to the administrator (rule `admin.event-inspect`).
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
  // A key's files never change, so the key and the variant are all there is to compare.
  const source = `${file.key} ${file.variant}`;
  const unchanged = markAnswer(args.request, headers, { source });
  if (unchanged) return unchanged;
  headers.set('Content-Type', 'image/webp');
  const read = async () => {
    const { bytes, damaged } = await readWhereItLies(args, file, media);
    if (damaged.length > 0) await tellDamage(args, file.key, damaged);
    if (!bytes) return refuse(args, 'photo_not_found');
    if (damaged.length > 0) {
      // What stands in for a damaged file gives way as soon as that one is put back.
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

/** What there is; a row that was read a moment ago may say where it lay before it was moved. */
async function readWhereItLies(
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

async function tellDamage(
  { context: { app, log } }: LoaderFunctionArgs,
  key: string,
  damaged: StoredVariant[],
): Promise<void> {
  log.warn({ key, damaged }, 'stored files are gone or damaged');
  if (damaged.includes('full')) await noteDamage(app.db, { keys: [key], isDamaged: true });
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

/** Whether it is the administrator who looks at an event; of others the check is not even read. */
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
  noteRefusal(args, new DomainError(code));
  const headers = new Headers({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  // A removed user's cookie is cleared with the refusal.
  for (const cookie of (await backgroundHeaders(args)).getSetCookie()) {
    headers.append('Set-Cookie', cookie);
  }
  return new Response(englishText(code), { status: ERROR_STATUS[code], headers });
}
