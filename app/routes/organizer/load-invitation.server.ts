import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import { originOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { descriptionOf } from '~/i18n/own-words.server';
import { DomainError } from '~/models/errors';
import type { Invitation } from '~/models/invitation.server';
import { getInvitation } from '~/models/invitation.server';
import { paths } from '~/paths';
import { drawQr, type QrDrawing } from '~/services/qr.server';

/** What page, PDF and dialog have in common. */
export interface LoadedInvitation extends Invitation {
  description: string;
  /** Where the code leads: the join form of this event, filled in. */
  joinUrl: string;
  qr: QrDrawing;
  /** The site's address, to be typed. */
  address: string;
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

/** An invitation with its addresses, and its words in the reader's language. */
export async function invitationFor(
  args: LoaderFunctionArgs,
  invitation: Invitation,
): Promise<LoadedInvitation> {
  const { event, organizerName } = invitation;
  const t = await translator(args.request);
  const address = originOf(args);
  const names = { event: event.name, organizer: organizerName ?? undefined };
  const joinUrl = address + paths.join(names);
  return {
    ...invitation,
    description: descriptionOf(t, event),
    joinUrl,
    qr: drawQr(joinUrl),
    address,
    organizer: organizerName ?? t('invitation:unknown'),
  };
}
