import type { LoaderFunctionArgs } from '@remix-run/node';
import { attachment } from '~/http/attachment.server';
import { identify } from '~/http/guards.server';
import { invalidateCaches } from '~/http/invalidate-caches.server';
import { markAnswer } from '~/http/revalidation.server';
import { byAddress } from '~/http/throttle-places.server';
import { formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { tableLabel } from '~/i18n/table-label';
import { DomainError } from '~/models/errors';
import { partyDateOf } from '~/models/event/party-date';
import { recordPrinted } from '~/models/event/printed.server';
import type { EventRow } from '~/models/event/read.server';
import { listPrintable } from '~/models/mission/printed.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import { listTables } from '~/models/table/read.server';
import { orderKey, type InvitationOrder, type StoredPicture } from '~/services/pdf/printer.server';
import {
  INVITATION_LAYOUTS,
  PAPER_NAMES,
  usualPaper,
  type InvitationLayout,
  type Paper,
} from '~/services/pdf/layout';
import {
  eventUrl,
  loadInvitation,
  saysNumber,
  stepsOf,
  type LoadedInvitation,
} from '~/routes/organizer/load-invitation.server';
import type { MissionPrint, TableCard } from '~/services/pdf/sheet.server';
import { drawQr } from '~/services/qr.server';
import { withoutMarks } from './keepsake-file.server';
import { refuseText } from './refuse-text.server';

/** The start of each file's name (rule `invitation.pdf`). */
const FILE_NAMES: Record<InvitationLayout, string> = {
  page: 'invitation',
  cards: 'table-cards',
  'cards-4': 'table-cards-4',
  tents: 'table-tents',
  tables: 'table-cards-tables',
  missions: 'mission-cards',
  'mission-tents': 'mission-tents',
};

// /invitation-pdf/{eventId}/pdf: the generated invitation. Public. `?layout=` gives table cards, `?paper=` the
// paper, `?number=none` leaves the number of photos out. The cards of tables and missions are for organizers.
export async function sendInvitationPdf(args: LoaderFunctionArgs): Promise<Response> {
  const { request, context } = args;
  try {
    const { order, event, fileName, saysNumber } = await orderOf(args);
    if (saysNumber && !isMissions(order.layout)) await notePrinted(args, event);
    const headers = new Headers({
      // The language depends on the reader's cookie, the usual paper on their browser.
      'Cache-Control': 'private, no-cache',
      Vary: 'Cookie, Accept-Language',
    });
    const unchanged = markAnswer(request, headers, { source: orderKey(order) });
    if (unchanged) return unchanged;
    const { attempts, printer } = context.app;
    await attempts.take(byAddress(args, 'pdf'));
    const pdf = await printer.print(order, {
      beforeRender: async () => void (await attempts.take(byAddress(args, 'pdf_made'))),
    });
    headers.set('Content-Type', 'application/pdf');
    headers.set('Content-Length', String(pdf.byteLength));
    headers.set('Content-Disposition', attachment(fileName, '.pdf'));
    return new Response(pdf as Uint8Array<ArrayBuffer>, { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refuseText(args, error);
  }
}

/**
 * Remembers the number of photos that an organizer prints (rule `invitation.printed`). Others who fetch
 * the PDF print no cards for the tables.
 */
async function notePrinted(args: LoaderFunctionArgs, event: EventRow): Promise<void> {
  const identity = await identify(args);
  if (identity?.actor.role !== 'organizer' || identity.event.id !== event.id) return;
  const isNew = await recordPrinted(args.context.app.db, { actor: identity.actor, event });
  if (isNew) await invalidateCaches(args);
}

/** What the request's URL asks for. */
function askedOf({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const find = <One extends string>(names: readonly One[], name: string) =>
    names.find((one) => one === query.get(name));
  return {
    layout: find(INVITATION_LAYOUTS, 'layout') ?? 'page',
    paper: find(PAPER_NAMES, 'paper') ?? usualPaper(request.headers.get('Accept-Language')),
    saysNumber: saysNumber(query),
  };
}

interface Ordered {
  order: InvitationOrder;
  event: EventRow;
  fileName: string;
  saysNumber: boolean;
}

async function orderOf(args: LoaderFunctionArgs): Promise<Ordered> {
  const invitation = await loadInvitation(args);
  const { event, description, qr, address, shortAddress, organizer } = invitation;
  const t = await translator(args.request);
  const language = await languageOf(args.request);
  const { layout, paper, saysNumber } = askedOf(args);
  const order: InvitationOrder = {
    layout,
    paper,
    language,
    title: withoutMarks(t(titleOf(layout), { event: event.name })),
    eventName: event.name,
    description,
    day: formatDay(partyDateOf(event), language),
    organizerName: organizer,
    stars: FAVORITES_MAX,
    address,
    shortAddress,
    qr,
    ...(layout === 'tables' && { tables: await tableCardsOf(args, invitation) }),
    ...(isMissions(layout) && { missions: await missionPrintOf(args, invitation) }),
    picture: layout === 'page' && paper !== 'a6' ? pictureOf(args, event) : null,
    words: {
      invited: t('invitation:invited'),
      scan: t('invitation:scan'),
      event: t('invitation:event'),
      organizer: t('invitation:organizer'),
      address: t('invitation:address'),
      code: withoutMarks(t('invitation:qr_label', { event: event.name })),
    },
    steps: stepsOf(t, event, { saysNumber }),
  };
  return { order, event, saysNumber, fileName: `${fileNameOf(layout, paper)}-${event.name}` };
}

/**
 * The cards of the tables (rule `tables.cards`), in the reader's language.
 * @throws DomainError not_an_organizer for everybody else, because tables may be named after people; page_not_found
 *   without tables
 */
async function tableCardsOf(
  args: LoaderFunctionArgs,
  invitation: LoadedInvitation,
): Promise<TableCard[]> {
  const { event } = invitation;
  await assertOrganizer(args, event);
  const tables = await listTables(args.context.app.db, { eventId: event.id });
  if (tables.length === 0) throw new DomainError('page_not_found');
  const t = await translator(args.request);
  return tables.map((table) => ({
    label: withoutMarks(tableLabel(t, table)),
    qr: drawQr(eventUrl(args, invitation, { table: table.number })),
  }));
}

/**
 * The cards of the event's missions (rule `missions.printed`), in the reader's language.
 * @throws DomainError not_an_organizer for everybody else, because missions are secret; page_not_found without one
 */
async function missionPrintOf(
  args: LoaderFunctionArgs,
  invitation: LoadedInvitation,
): Promise<MissionPrint> {
  const { event } = invitation;
  await assertOrganizer(args, event);
  const language = await languageOf(args.request);
  const printable = await listPrintable(args.context.app.db, { eventId: event.id, language });
  if (printable.length === 0) throw new DomainError('page_not_found');
  const t = await translator(args.request);
  return {
    label: t('missions:back'),
    how: t('missions:print.how'),
    code: t('missions:print.code'),
    cards: printable.map(({ text, code: mission }) => ({
      text,
      qr: drawQr(eventUrl(args, invitation, { mission })),
    })),
  };
}

async function assertOrganizer(args: LoaderFunctionArgs, event: EventRow): Promise<void> {
  const identity = await identify(args);
  if (identity?.actor.role !== 'organizer' || identity.event.id !== event.id) {
    throw new DomainError('not_an_organizer');
  }
}

const isMissions = (layout: InvitationLayout) =>
  layout === 'missions' || layout === 'mission-tents';

const titleOf = (layout: InvitationLayout) =>
  isMissions(layout) ? 'missions:print.document' : 'invitation:title';

function fileNameOf(layout: InvitationLayout, paper: Paper): string {
  if (layout === 'tables' || isMissions(layout)) return FILE_NAMES[layout];
  return paper === 'a6' ? 'table-card' : FILE_NAMES[layout];
}

/** The event's image, or null. Reading it may fail if its storage lacks it. */
function pictureOf(
  { context: { app, log } }: LoaderFunctionArgs,
  { imageStorage: storage, imageKey: key }: EventRow,
): StoredPicture | null {
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
