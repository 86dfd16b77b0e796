import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAdministrator } from '~/http/admin.server';
import { backgroundHeaders, identify, type Identity } from '~/http/guards.server';
import type { DiskFile } from '~/http/mounted';
import { can, endedRefusal } from '~/models/access';
import { DomainError, type ErrorCode } from '~/models/errors';
import type { Media } from '~/models/photo/media.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { parseFile } from '~/services/storage/keys.server';
import { refuseText } from './refuse-text.server';
import { sendStoredImage } from './stored-image.server';

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
  return sendStoredImage(args, {
    file,
    media,
    audience,
    refuse: () => refuse(args, 'photo_not_found'),
  });
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
  const refusal = refuseText(args, new DomainError(code));
  refusal.headers.set('Cache-Control', 'no-store');
  // The error also clears a removed user's cookie.
  for (const cookie of (await backgroundHeaders(args)).getSetCookie()) {
    refusal.headers.append('Set-Cookie', cookie);
  }
  return refusal;
}
