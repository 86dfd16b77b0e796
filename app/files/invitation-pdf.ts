import type { LoaderFunctionArgs } from '@remix-run/node';
import { englishText } from '~/http/api.server';
import { attachment } from '~/http/attachment.server';
import { retryHeaders } from '~/http/forms.server';
import { logRefusal } from '~/http/refusal.server';
import { markAnswer } from '~/http/revalidation.server';
import { byAddress } from '~/http/throttle-places.server';
import { formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { partyDateOf } from '~/models/event/party-date';
import type { EventRow } from '~/models/event/read.server';
import {
  invitationKey,
  type InvitationOrder,
  type InvitationPicture,
} from '~/services/pdf/printer.server';
import { INVITATION_LAYOUTS, type InvitationLayout } from '~/services/pdf/layout';
import { loadInvitation, stepsOf } from '~/routes/organizer/load-invitation.server';

/** The start of each file's name (rule `invitation.pdf`). */
const FILE_NAMES: Record<InvitationLayout, string> = {
  page: 'invitation',
  cards: 'table-cards',
  'cards-4': 'table-cards-4',
  tents: 'table-tents',
};

// /invitation-pdf/{eventId}/pdf: the generated invitation. Public. `?layout=` gives table cards.
export async function sendInvitationPdf(args: LoaderFunctionArgs): Promise<Response> {
  const { request, context } = args;
  try {
    const order = await orderOf(args);
    const headers = new Headers({
      // The language depends on the reader's cookie.
      'Cache-Control': 'private, no-cache',
      Vary: 'Cookie',
    });
    const unchanged = markAnswer(request, headers, { source: invitationKey(order) });
    if (unchanged) return unchanged;
    const { attempts, invitations } = context.app;
    await attempts.take(byAddress(args, 'pdf'));
    const pdf = await invitations.print(order, {
      beforeRender: async () => void (await attempts.take(byAddress(args, 'pdf_made'))),
    });
    headers.set('Content-Type', 'application/pdf');
    headers.set('Content-Length', String(pdf.byteLength));
    headers.set('Content-Disposition', attachment(order.title, '.pdf'));
    return new Response(pdf as Uint8Array<ArrayBuffer>, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    return new Response(englishText(error.code), {
      status: error.status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', ...retryHeaders(error) },
    });
  }
}

async function orderOf(args: LoaderFunctionArgs): Promise<InvitationOrder> {
  const { event, texts, qr, address, shortAddress, organizer } = await loadInvitation(args);
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const asked = new URL(args.request.url).searchParams.get('layout');
  const layout = INVITATION_LAYOUTS.find((one) => one === asked) ?? 'page';
  return {
    layout,
    language,
    // The file's name.
    title: `${FILE_NAMES[layout]}-${event.name}`,
    eventName: event.name,
    description: texts.description,
    day: formatDay(partyDateOf(event), language),
    organizerName: organizer,
    address,
    shortAddress,
    qr,
    picture: layout === 'page' ? pictureOf(args, event) : null,
    words: {
      invited: t('invitation:invited'),
      scan: t('invitation:scan'),
      event: t('invitation:event'),
      organizer: t('invitation:organizer'),
      address: t('invitation:address'),
    },
    steps: stepsOf(t, event),
  };
}

/** The event's image, or null. Reading it may fail if its storage lacks it. */
function pictureOf(
  { context: { app, log } }: LoaderFunctionArgs,
  { imageStorage: storage, imageKey: key }: EventRow,
): InvitationPicture | null {
  if (!storage || !key) return null;
  const read = async () => {
    try {
      return await app.storage.read(storage, key, 'full');
    } catch (error) {
      log.warn({ err: error }, 'invitation without its picture');
      return null;
    }
  };
  return { key, read };
}
