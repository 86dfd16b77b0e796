import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EventsScreen } from '~/components/admin/events-screen';
import { eventsAddress, type EventsView } from '~/components/admin/events-views';
import { LoadFailed } from '~/components/admin/load-failed';
import { parseId } from '~/http/api.server';
import { requireAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { formatBytes, formatNumber, formatShortDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { listEventsPage, readEventFigures } from '~/models/event/admin-list.server';
import { readEventsQuery } from '~/models/admin/list';
import type { DomainError } from '~/models/errors';
import { isDemo, statusOf } from '~/models/event/rules';
import { endDateSchema, eventCellSchema, maxUsersSchema } from '~/models/event/schema';
import { setEndDate, setMaxUsers } from '~/models/event/write.server';
import { parseValues } from '~/models/fields.schema';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { adminPaths } from '~/admin-paths';
import { pageMeta } from '~/http/page-meta';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'events', i18n: ['admin'] };

/** The events that the URL's query asks for. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { app } = args.context;
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  const today = app.today();
  const query = readEventsQuery(new URL(args.request.url).searchParams);
  const status = query.status && { is: query.status, today };
  const list = await listEventsPage(app.db, { ...query, status });
  const eventIds = list.rows.map(({ event }) => event.id);
  const figures = await readEventFigures(app.db, { eventIds });
  const rows = list.rows.map(({ event, participantCount, organizer }) => ({
    participantCount,
    organizer,
    status: statusOf(event, { participantCount, today }),
    photoCount: formatNumber(figures.get(event.id)?.photoCount ?? 0, language),
    hiddenCount: figures.get(event.id)?.hiddenCount ?? 0,
    photoBytes: formatBytes(figures.get(event.id)?.photoBytes ?? 0, language),
    id: event.id,
    name: event.name,
    description: event.description,
    startDay: formatShortDay(event.startDate, language),
    endDate: event.endDate,
    maxUsers: event.maxUsers,
    isProtected: isDemo(event),
  }));
  const view: EventsView = {
    list: { ...list, rows },
    query,
    here: adminPaths.events(eventsAddress({ ...query, page: list.page })),
    today,
  };
  return { title: t('admin:events.title'), view };
}

/** Intents: `end` and `max`, each for one event. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const { app } = args.context;
  const submission = parseForm(await readForm(args), eventCellSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { intent, eventId: id, value } = submission.value;
  const query = readEventsQuery(new URL(args.request.url).searchParams);
  const says = {
    next: adminPaths.events(eventsAddress(query)),
    done: `admin:events.${intent}_saved`,
    refused: `admin:events.${intent}_failed`,
    failed: 'unknown' as const,
    // Errors of the value are shown at its field, errors of the event are not.
    reply: (error: DomainError) =>
      ['event_not_found', 'invalid_request', 'unknown'].includes(error.code)
        ? undefined
        : formError(submission, error),
  } as const;
  return outcome(args, says, async () => {
    const eventId = parseId(id);
    if (intent === 'end') {
      const { endDate } = parseValues(endDateSchema(app.env.EVENT_TIME_ZONE), { endDate: value });
      await setEndDate(app.db, { actor, eventId, endDate, today: app.today() });
    } else {
      const { maxUsers } = parseValues(maxUsersSchema, { maxUsers: value });
      await setMaxUsers(app.db, { actor, eventId, maxUsers });
    }
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Events() {
  const { view } = useLoaderData<typeof loader>();
  return <EventsScreen view={view} reply={useAnswer<typeof action>()} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="events" />;
}
