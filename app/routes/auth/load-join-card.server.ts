import type { LoaderFunctionArgs } from '@remix-run/node';
import type { JoinCardView } from '~/components/auth/join-card';
import type { JoinValues } from '~/components/auth/join-form';
import { trySignIn } from '~/http/authenticator.server';
import { identify } from '~/http/guards.server';
import { originOf } from '~/http/origin.server';
import { readCardCode } from '~/http/printed-mission.server';
import type { LinkPreview } from '~/http/shared-page-meta';
import { logRefusal } from '~/http/refusal.server';
import { viewPartyDate } from '~/i18n/format';
import { languageOf, translationOf, translator } from '~/i18n/i18n.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { joinFormSchema } from '~/models/event/schema';
import { isExpired } from '~/models/event/rules';
import { areStandingsHidden } from '~/models/event/standings';
import { countStars } from '~/models/photo/star.server';
import {
  countParticipants,
  eventImageUrl,
  findOrganizer,
  type EventRow,
} from '~/models/event/read.server';
import { invitationPaths } from '~/invitation-paths';
import { loadLeaving } from './load-leaving.server';
import { contestLine, startLine } from '~/routes/event/contest-line.server';

/**
 * The event of an invitation's URL (rule `sign-in.join-card`). Wrong names count as guesses.
 * @returns its card, or why it has none; neither if names are missing
 */
export async function loadJoinCard(
  args: LoaderFunctionArgs,
  names: JoinValues,
): Promise<{ card?: JoinCardView; refused?: ErrorCode; event?: EventRow }> {
  const { success, data } = joinFormSchema.safeParse(names);
  if (!success) return {};
  try {
    // An ended event has a card, too.
    const { visitorOf } = await trySignIn(args, 'ended-event', data);
    return { card: await cardOf(args, visitorOf, data), event: visitorOf };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
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
  // An older invitation may contain former names.
  const organizer = await findOrganizer(context.app.db, { eventId: event.id });
  const names = { event: event.name, organizerName: organizer?.name ?? organizerName };
  const { isIn, isEnded, isFull } = await stateFor(args, event);
  const isOver = isEnded && !isIn;
  return {
    names,
    mission: readCardCode(args),
    leaving: await loadLeaving(args, names),
    note: isEnded
      ? { title: t('auth:join.ended'), text: t('auth:join.ended_text') }
      : isFull
        ? { title: t('auth:login.full'), text: t('server:auth.card.full_text') }
        : null,
    isOver,
    was: isOver ? await totalsOf(args, event) : null,
    asOrganizer: t('auth:join.as_organizer'),
    imageUrl: eventImageUrl(event, context.app.storage),
    invited: t('invitation:invited'),
    day: viewPartyDate(event, { language }),
    starts: await startLine(args, event, 'server:auth.card.starts'),
    how: await contestLine(args, event),
    translation: await translationOf(request),
    enter: t('server:auth.card.enter'),
    wrongEvent: t('server:auth.card.wrong_event'),
  };
}

/** An ended event in numbers; null once its photos are deleted. */
async function totalsOf({ request, context }: LoaderFunctionArgs, event: EventRow) {
  const { db, feeds, now } = context.app;
  const eventId = event.id;
  const [t, photos, guests, stars] = await Promise.all([
    translator(request),
    feeds.countPhotos(eventId),
    countParticipants(db, { eventId }),
    areStandingsHidden(event, now()) ? null : countStars(db, { eventId }),
  ]);
  if (photos === 0) return null;
  const counts = {
    photos: t('morning:photos', { count: photos }),
    guests: t('morning:guests', { count: guests }),
  };
  return stars === null
    ? t('morning:without_stars', counts)
    : t('morning:totals', { ...counts, stars: t('morning:stars', { count: stars }) });
}

/** The state of an event for the reader of its card. A member of the event always has a place. */
async function stateFor(args: LoaderFunctionArgs, event: EventRow) {
  const { db, today } = args.context.app;
  const identity = await identify(args);
  const isIn = identity?.user != null && identity.event.id === event.id;
  const isEnded = isExpired(event, today());
  const isFull =
    !isIn && !isEnded && (await countParticipants(db, { eventId: event.id })) >= event.maxUsers;
  return { isIn, isEnded, isFull };
}

/** The link preview of the page: its event as on the card, or the product (rule `invitation.preview`). */
export async function previewOf(
  args: LoaderFunctionArgs,
  { card, event }: { card: JoinCardView | null; event?: EventRow },
): Promise<LinkPreview> {
  const t = await translator(args.request);
  const imageUrl = originOf(args) + invitationPaths.preview(event ?? null);
  if (!card) {
    return { title: 'Snapodium', description: t('server:auth.join.hint'), imageUrl };
  }
  const { invited, day, names, note, how, isOver } = card;
  const organized = t('auth:join.organized_by', { name: names.organizerName });
  // A reader who was never in an ended event sees no names.
  const [before, after] = isOver ? [[], []] : [[invited], [organized]];
  const description = [...before, day.drawn.join(''), ...after, note?.title ?? how];
  return { title: names.event, description: description.join(' · '), imageUrl };
}
