import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRouteError } from '@remix-run/react';
import { FlagsDenied, FlagsFailed, FlagsScreen } from '~/components/organizer/reports/flags-screen';
import type { ReportTab } from '~/components/organizer/reports/report-views';
import { requireVisit } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { loadMarks } from '~/routes/event/load-marks.server';
import { loadFlags } from './load-reports.server';
import { isExpectedError } from '~/http/is-expected-error';
import type { ScreenHandle } from '../event/screen-handle';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'profile',
  side: 'reports',
  i18n: ['flags'],
} satisfies ScreenHandle;
/** The reports of the organizer's event; everybody else is told that access is denied. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event } = await requireVisit(args);
  const t = await translator(args.request);
  const title = t('flags:title');
  if (!can(actor, 'event.manage', { eventId: event.id })) {
    return data({ title, view: null }, { status: 403 });
  }
  const tab = readTab(new URL(args.request.url).searchParams);
  const marks = await loadMarks(args, ['reports']);
  return data({ title, marks, view: await loadFlags(args, { eventId: event.id, tab }) });
}

/** The tab in `?status=`; pending by default. */
function readTab(query: URLSearchParams): ReportTab {
  const status = query.get('status');
  return status === 'reviewed' || status === 'all' ? status : 'pending';
}

export const meta = pageMeta;

export default function Flags() {
  const { view } = useLoaderData<typeof loader>();
  return view ? <FlagsScreen view={view} /> : <FlagsDenied />;
}

/** A failure of the list is shown in its place; other errors go to the shell. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isExpectedError(error)) throw error;
  return <FlagsFailed />;
}
