import type { LoaderFunctionArgs } from '@remix-run/node';
import type { SessionsView } from '~/components/account/account-views';
import type { Identity } from '~/http/guards.server';
import { formatShortDay, formatWeekday } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { dayOf, daysBetween, type Day } from '~/models/day';
import { listOwnSessions } from '~/models/session/write.server';

/** The maximum number of sessions shown, most recent first. More would push the rest of the screen down. */
const LISTED = 20;

/** Where the user is signed in (rule `session.list`). */
export async function sessionsView(
  args: LoaderFunctionArgs,
  { session: current, actor }: Identity,
): Promise<SessionsView> {
  const { app } = args.context;
  const own = await listOwnSessions(app.db, { userId: actor.userId ?? 0, now: app.now() });
  own.sort((one, other) => Number(other.id === current.id) - Number(one.id === current.id));
  const since = await sinceFormatter(args);
  const t = await translator(args.request);
  const listed = own.slice(0, LISTED).map(({ id, device, browser, createdAt }) => ({
    id,
    name: [device, browser].filter(Boolean).join(', ') || t('account:sessions.unknown'),
    since: since(dayOf(createdAt, app.env.EVENT_TIME_ZONE)),
    isCurrent: id === current.id,
  }));
  return { listed, more: own.length - listed.length };
}

/** Writes since when a session exists, in the reader's language; within the last week by weekday. */
async function sinceFormatter({ request, context: { app } }: LoaderFunctionArgs) {
  const t = await translator(request);
  const language = await languageOf(request);
  return (day: Day) => {
    const days = daysBetween(day, app.today());
    if (days < 1) return t('account:sessions.since_today');
    if (days < 2) return t('account:sessions.since_yesterday');
    if (days < 7) {
      return t('account:sessions.since_weekday', { weekday: formatWeekday(day, language) });
    }
    return t('account:sessions.since_day', { day: formatShortDay(day, language) });
  };
}
