import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import type { Identity } from '~/http/guards.server';
import { readLastEvent } from '~/http/last-event.server';
import { originOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { descriptionOf } from '~/i18n/own-words.server';
import { failure } from '~/http/refusal.server';
import { withEventThrottle } from '~/http/throttle.server';
import { DomainError } from '~/models/errors';
import { leadsTo, readCode, type EventLink, type Linked } from '~/models/event/door';
import { getLinkedEvent } from '~/models/event/door.server';
import type { Translate } from '~/i18n/translate';
import { FAVORITES_MAX } from '~/models/photo/star';
import type { Invitation } from '~/models/event/invitation.server';
import { findInviter } from '~/models/event/invitation.server';
import type { UserRow } from '~/models/user/read.server';
import { invitationPaths } from '~/invitation-paths';
import { paths } from '~/paths';
import { drawQr, type QrDrawing } from '~/services/qr.server';

/** The data shared by page, PDF and dialog. */
export interface LoadedInvitation extends Invitation {
  /** What its organizer wrote about the event. */
  description: string;
  /** The URL in the code (rule `invitation.link`). */
  joinUrl: string;
  qr: QrDrawing;
  /** The site's address, for typing; the event's own if only its code opens it. */
  address: string;
  /** The event's own address, shortened for typing. */
  shortAddress: string;
  /** The organizer's name, or a text that it is unknown. */
  organizer: string;
}

/**
 * The invitation for the request's URL.
 * @throws DomainError event_not_found, also for an invalid number; too_many_attempts; users_failed if the
 *   inviter cannot be read (rule `invitation.failures`)
 */
export async function loadInvitation(args: LoaderFunctionArgs): Promise<LoadedInvitation> {
  const { db } = args.context.app;
  const link = linkOf(args);
  const event = await withEventThrottle(args, () => getLinkedEvent(db, link));
  const inviter = await findInviter(db, link).catch((error: unknown) => {
    throw failure(args, error, 'users_failed');
  });
  return invitationFor(args, { event, ...inviter });
}

function linkOf({ request, params }: LoaderFunctionArgs): EventLink {
  try {
    return { eventId: parseId(params.eventId), code: readCode(new URL(request.url).searchParams) };
  } catch (cause) {
    throw new DomainError('event_not_found', { cause });
  }
}

/**
 * The URL that leads guests to an event, in its organizer's language (rule `invitation.link`); with a table, also to a
 * seat there (rule `tables.link`); with a printed card's code, also to its mission (rule `missions.printed`).
 */
export function eventUrl(
  args: LoaderFunctionArgs,
  { event, organizerLanguage }: Pick<Invitation, 'organizerLanguage'> & { event: Linked },
  query: { table?: number; mission?: string } = {},
): string {
  return originOf(args) + invitationPaths.event(event, { lang: organizerLanguage, ...query });
}

/**
 * The URL that a person in an event shares (rule `invitation.share`): the link, or for visitors who entered
 * by the names, a URL with these.
 */
export async function shareUrl(
  args: LoaderFunctionArgs,
  {
    identity: { event, user },
    organizer,
  }: { identity: Identity; organizer: Pick<UserRow, 'name' | 'language'> | null },
): Promise<string> {
  const knowsCode = user !== null || leadsTo(event, await readLastEvent(args));
  if (event.code === null || knowsCode) {
    return eventUrl(args, { event, organizerLanguage: organizer?.language ?? null });
  }
  return originOf(args) + paths.join({ event: event.name, organizer: organizer?.name });
}

/** Whether prints say how many photos a guest may add; `?number=none` omits that. */
export function saysNumber(query: URLSearchParams): boolean {
  return query.get('number') !== 'none';
}

/**
 * The three steps of a guest: a word, a sentence, and a short form for a card.
 * @param options.saysNumber whether they say how many photos
 */
export function stepsOf(
  t: Translate,
  { maxPhotosPerUser: count }: { maxPhotosPerUser: number },
  options: { saysNumber: boolean },
) {
  const stars = FAVORITES_MAX;
  return [
    {
      title: t('invitation:steps.scan'),
      text: t('invitation:steps.scan_text'),
      short: t('invitation:steps.scan_short'),
    },
    {
      title: t('invitation:steps.post'),
      text: options.saysNumber
        ? t('invitation:steps.post_text', { count })
        : t('invitation:steps.post_any_text'),
      short: options.saysNumber
        ? t('invitation:steps.post_short', { count })
        : t('invitation:steps.post_any_short'),
    },
    {
      title: t('invitation:steps.star'),
      text: t('invitation:steps.star_text', { stars }),
      short: t('invitation:steps.star_short', { stars }),
    },
  ];
}

/** An invitation with its URLs and texts in the reader's language. */
export async function invitationFor(
  args: LoaderFunctionArgs,
  invitation: Invitation,
): Promise<LoadedInvitation> {
  const { event, organizerName } = invitation;
  const t = await translator(args.request);
  const site = originOf(args);
  const shortAddress = site.replace(/^https?:\/\//, '') + invitationPaths.event(event);
  const joinUrl = eventUrl(args, invitation);
  return {
    ...invitation,
    description: descriptionOf(t, event),
    joinUrl,
    qr: drawQr(joinUrl),
    // If the names open nothing, the site's address is of no use.
    address: event.door === 'code' ? shortAddress : site,
    shortAddress,
    organizer: organizerName ?? t('invitation:unknown'),
  };
}
