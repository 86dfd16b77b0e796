import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import { originOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { descriptionOf } from '~/i18n/own-words.server';
import { DomainError } from '~/models/errors';
import type { Translate } from '~/i18n/translate';
import { FAVORITES_MAX } from '~/models/favorite';
import type { Invitation } from '~/models/invitation.server';
import { getInvitation } from '~/models/invitation.server';
import { invitationPaths } from '~/invitation-paths';
import { drawQr, type QrDrawing } from '~/services/qr.server';

/** What page, PDF and dialog have in common. */
export interface LoadedInvitation extends Invitation {
  description: string;
  /** Where the code leads (rule `invitation.link`). */
  joinUrl: string;
  qr: QrDrawing;
  /** The site's address, to be typed. */
  address: string;
  /** The event's own, without what need not be typed. */
  shortAddress: string;
  /** The organizer's name, or that it is unknown. */
  organizer: string;
}

/** The invitation of the address. @throws DomainError event_not_found, for what is no number, too */
export async function loadInvitation(args: LoaderFunctionArgs): Promise<LoadedInvitation> {
  const { db } = args.context.app;
  return invitationFor(args, await getInvitation(db, { eventId: eventIdOf(args) }));
}

function eventIdOf({ params }: LoaderFunctionArgs): number {
  try {
    return parseId(params.eventId);
  } catch (cause) {
    throw new DomainError('event_not_found', { cause });
  }
}

/** The address that leads guests to an event, in its organizer's language (rule `invitation.link`). */
export function eventUrl(
  args: LoaderFunctionArgs,
  { event, organizerLanguage }: Pick<Invitation, 'organizerLanguage'> & { event: { id: number } },
): string {
  return originOf(args) + invitationPaths.event(event.id, { lang: organizerLanguage });
}

/** What a guest does, in three steps: a word, a sentence, and in short for a card. */
export function stepsOf(t: Translate, { maxPhotosPerUser }: { maxPhotosPerUser: number }) {
  const count = maxPhotosPerUser;
  const stars = FAVORITES_MAX;
  return [
    {
      title: t('invitation:steps.scan'),
      text: t('invitation:steps.scan_text'),
      short: t('invitation:steps.scan_short'),
    },
    {
      title: t('invitation:steps.post'),
      text: t('invitation:steps.post_text', { count }),
      short: t('invitation:steps.post_short', { count }),
    },
    {
      title: t('invitation:steps.star'),
      text: t('invitation:steps.star_text', { stars }),
      short: t('invitation:steps.star_short', { stars }),
    },
  ];
}

/** An invitation with its addresses, and its words in the reader's language. */
export async function invitationFor(
  args: LoaderFunctionArgs,
  invitation: Invitation,
): Promise<LoadedInvitation> {
  const { event, organizerName } = invitation;
  const t = await translator(args.request);
  const address = originOf(args);
  const joinUrl = eventUrl(args, invitation);
  return {
    ...invitation,
    description: descriptionOf(t, event),
    joinUrl,
    qr: drawQr(joinUrl),
    address,
    shortAddress: address.replace(/^https?:\/\//, '') + invitationPaths.event(event.id),
    organizer: organizerName ?? t('invitation:unknown'),
  };
}
