import type { LoaderFunctionArgs } from '@remix-run/node';
import type { JoinCardView } from '~/components/auth/join-card';
import type { JoinValues } from '~/components/auth/join-form';
import { tryWayIn } from '~/http/authenticator.server';
import { noteRefusal } from '~/http/refusal.server';
import { formatDayRange } from '~/i18n/format';
import { languageOf, translationOf, translator } from '~/i18n/i18n.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { joinFormSchema } from '~/models/event.schema';
import { eventImageUrl, findOrganizer, type EventRow } from '~/models/event.server';
import { loadLeaving } from './load-leaving.server';
import { contestLine } from '~/routes/event/contest-line.server';

/**
 * The event of an invitation's address (rule `sign-in.join-card`). Wrong names count as they do at the door.
 * @returns its card, or why it has none; neither where names are missing
 */
export async function loadJoinCard(
  args: LoaderFunctionArgs,
  names: JoinValues,
): Promise<{ card?: JoinCardView; refused?: ErrorCode }> {
  const { success, data } = joinFormSchema.safeParse(names);
  if (!success) return {};
  try {
    const { visitorOf } = await tryWayIn(args, 'visitor', data);
    return { card: await cardOf(args, visitorOf, data) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    noteRefusal(args, error);
    return { refused: error.code };
  }
}

async function cardOf(
  args: LoaderFunctionArgs,
  event: EventRow,
  { organizerName }: JoinValues,
): Promise<JoinCardView> {
  const { request, context } = args;
  const t = await translator(request);
  const language = await languageOf(request);
  // An older invitation has the names of its time.
  const organizer = await findOrganizer(context.app.db, { eventId: event.id });
  const names = { event: event.name, organizerName: organizer?.name ?? organizerName };
  return {
    names,
    leaving: await loadLeaving(args, names),
    imageUrl: eventImageUrl(event, context.app.storage),
    invited: t('invitation:invited'),
    dates: formatDayRange(event.startDate, event.endDate, language),
    how: await contestLine(args, event),
    translation: await translationOf(request),
    enter: t('access:card.enter'),
    wrongEvent: t('access:card.wrong_event'),
  };
}
