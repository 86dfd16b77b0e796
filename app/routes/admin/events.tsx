import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { CellReply } from '~/components/admin/event-cell';
import { EventsScreen, type EventsView } from '~/components/admin/events-screen';
import { listAddress } from '~/components/admin/list-controls';
import { LoadFailed } from '~/components/admin/load-failed';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { parseId } from '~/http/api.server';
import { requireAdmin } from '~/http/admin.server';
import { readForm } from '~/http/forms.server';
import { redirectWithToast } from '~/http/flash.server';
import { formatShortDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { listEventsPage } from '~/models/admin-events.server';
import { EVENT_SORTS, readListQuery } from '~/models/admin-list';
import { DomainError } from '~/models/errors';
import { isDemo } from '~/models/event';
import { setEndDate } from '~/models/event-extension.server';
import { endDateSchema, maxUsersSchema } from '~/models/event.schema';
import { setMaxUsers } from '~/models/event.server';
import { parseValues } from '~/models/fields.schema';
import type { OfflineAnswer } from '~/offline/offline-answer';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import type { AdminHandle } from './panel';

export const handle: AdminHandle = { tab: 'events', i18n: ['admin', 'admin_errors'] };
export const shouldRevalidate = keepWhenOnlyDialogChanges;

/** More characters than a day or a number has. */
const VALUE_MAX = 40;

/** All events, as the address asks for them. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { app } = args.context;
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  const query = readListQuery(new URL(args.request.url).searchParams, EVENT_SORTS);
  const list = await listEventsPage(app.db, query);
  const rows = list.rows.map(({ event, ...more }) => ({
    ...more,
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
    here: paths.adminEvents(listAddress({ ...query, page: list.page })),
    today: app.today(),
  };
  return { title: t('admin:events.title'), view };
}

/** Intents: `end` and `max`, each of one event. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const { app } = args.context;
  const form = await readForm(args.request);
  const value = (form.get('value') ?? '').slice(0, VALUE_MAX);
  const intent = form.get('intent') === 'end' ? 'end' : 'max';
  const query = readListQuery(new URL(args.request.url).searchParams, EVENT_SORTS);
  const next = paths.adminEvents(listAddress(query));
  try {
    const eventId = parseId(form.get('eventId'));
    if (intent === 'end') {
      const { endDate } = parseValues(endDateSchema(app.env.EVENT_TIME_ZONE), { endDate: value });
      await setEndDate(app.db, { eventId, endDate, today: app.today() });
    } else {
      const { maxUsers } = parseValues(maxUsersSchema, { maxUsers: value });
      await setMaxUsers(app.db, { eventId, maxUsers });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // Of the event, and not of the value.
    if (error.code === 'event_not_found' || error.code === 'invalid_request') {
      const title = `admin:events.${intent}_failed`;
      return redirectWithToast(args, next, { tone: 'bad', title, text: `errors:${error.code}` });
    }
    const eventId = Number(form.get('eventId'));
    const reply = { eventId, intent, value, code: error.code } as const;
    return data<CellReply>(reply, error.status);
  }
  return redirectWithToast(args, next, { tone: 'ok', title: `admin:events.${intent}_saved` });
}

/** A lost connection leaves what was typed in its field. */
export async function clientAction({
  serverAction,
}: ClientActionFunctionArgs): Promise<CellReply | OfflineAnswer> {
  try {
    return await serverAction<CellReply>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { code: 'offline' };
  }
}

export const meta = pageMeta;

export default function Events() {
  const { view } = useLoaderData<typeof loader>();
  return <EventsScreen view={view} reply={useActionData<CellReply>()} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="events" />;
}
