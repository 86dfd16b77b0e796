import type {
  AudienceChoice,
  EveryoneThread,
  PlannedList,
  PlanningView,
} from '~/components/account/account-views';
import type { RequestArgs } from '~/http/context';
import type { Member } from '~/http/guards.server';
import { formatMoment, type Translator } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { isExpired } from '~/models/event/rules';
import { countAudiences } from '~/models/message/audience.server';
import { listPlanned } from '~/models/message/planned.server';
import { AUDIENCE_WORDS, audienceOf, DRAFTS } from '~/models/message/rules';
import type { PublicPlanned } from '~/models/message/shape';
import { localTimeOf } from '~/models/zoned-time';

/** The planned messages of an organizer's event, with formatted times. */
export async function loadPlanned(
  args: RequestArgs,
  { actor, event, user }: Member,
): Promise<PlannedList> {
  const { db, env } = args.context.app;
  const [t, language, listed] = await Promise.all([
    translator(args.request),
    languageOf(args.request),
    listPlanned(db, { actor, event }),
  ]);
  const planned = listed.map((one) => ({
    id: one.id,
    to: recipientWords(t, one),
    author: one.fromUserId === user.id ? null : one.fromName,
    text: one.message,
    time: formatMoment(one.sendAt, language, env.EVENT_TIME_ZONE),
    unsent: one.unsent && t(`account:planned.unsent.${one.unsent}`),
  }));
  return { person: null, before: null, planned };
}

/** The recipients of a planned message: “To everyone without a photo”, “To Ann”. */
function recipientWords(t: Translator, { toUserId, toName }: PublicPlanned): string {
  if (typeof toUserId === 'number') return t('account:planned.to_one', { name: toName ?? '' });
  return t(`account:messages.audience.${audienceOf(toUserId)}`);
}

/** When a message can be sent; null once the event has ended. */
export function planningOf(
  { context: { app } }: RequestArgs,
  { event }: Pick<Member, 'event'>,
): PlanningView | null {
  if (isExpired(event, app.today())) return null;
  const timeZone = app.env.EVENT_TIME_ZONE;
  const min = localTimeOf(app.now(), timeZone);
  return { min, max: `${event.endDate}T23:59`, timeZone };
}

/** Who may get a message to many, with their numbers. */
export async function loadAudiences(
  { context: { app } }: RequestArgs,
  { id: eventId }: { id: number },
): Promise<AudienceChoice[]> {
  const counts = await countAudiences(app.db, { eventId });
  return AUDIENCE_WORDS.map((word) => ({ word, count: counts[audienceOf(word)] }));
}

/** The ready drafts of messages to everyone, and the one that `?draft=` names by its number. */
export function draftsFor(
  { request }: RequestArgs,
  t: Translator,
  { name: event }: { name: string },
): Pick<EveryoneThread, 'drafts' | 'draft'> {
  const drafts = DRAFTS.map((one, index) => ({
    number: index + 1,
    title: t(`account:drafts.${one}.title`),
  }));
  const wanted = new URL(request.url).searchParams.get('draft');
  const index = DRAFTS.findIndex((_, position) => String(position + 1) === wanted);
  const chosen = DRAFTS[index];
  const draft = chosen && {
    number: index + 1,
    text: t(`account:drafts.${chosen}.text`, { event }),
  };
  return { drafts, draft: draft ?? null };
}
