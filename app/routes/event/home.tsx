import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useRouteError, useSearchParams } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { FeedScreen } from '~/components/event/feed/feed-screen';
import { ProfileScreen } from '~/components/event/slots/profile-screen';
import { TopFailed, TopScreen } from '~/components/event/podium/top-screen';
import { requireVisit } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { loadFeed } from './load-feed.server';
import { loadMarks } from './load-marks.server';
import { loadProfile } from './load-profile.server';
import { loadTop } from './load-top.server';
import { isExpectedError } from '~/http/is-expected-error';
import { homeTab, isDashboard } from './home-tab';
import { loadDashboard } from '~/routes/organizer/load-dashboard.server';
import { loadWrap } from '~/routes/organizer/load-wrap.server';
import { pageMeta } from '~/http/page-meta';
import { morningPaths } from '~/morning-paths';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

// Loaded separately, because guests do not need it.
const Dashboard = lazy(async () => {
  const { Dashboard: Component } = await import('~/components/organizer/dashboard/dashboard');
  return { default: Component };
});
const Wrap = lazy(async () => {
  const { Wrap: Component } = await import('~/components/organizer/dashboard/wrap');
  return { default: Component };
});

export const handle = { tab: 'address' } satisfies ScreenHandle;
/** The main page: the tab in `?tab=`; by default the profile or dashboard, for visitors the photos. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const { actor, isExpired, access } = await requireVisit(args, { onceEnded: 'reading' });
  // A tab in the URL skips what an ended event shows its guests first.
  if (access === 'read-only' && !query.has('tab')) throw redirect(morningPaths.morning());
  const tab = homeTab(query, actor.role);
  const t = await translator(args.request);
  const title = t(`event:title.${tab}`);
  if (tab === 'feed') {
    const marks = await loadMarks(args, ['photos']);
    return { tab, title, marks, feed: await loadFeed(args) };
  }
  if (tab === 'top') {
    const marks = await loadMarks(args, ['ranking']);
    return { tab, title, marks, top: await loadTop(args) };
  }
  if (isDashboard(query, actor.role)) {
    const marks = await loadMarks(args, ['photos', 'stars', 'people', 'reports', 'messages']);
    if (isExpired) {
      const wrap = await loadWrap(args);
      return data({ tab: 'wrap' as const, title: t('organizer:title'), marks, wrap });
    }
    const dashboard = await loadDashboard(args);
    return data({ tab: 'dashboard' as const, title: t('organizer:title'), marks, dashboard });
  }
  // A visitor has neither photos nor stars.
  const marks = await loadMarks(args, actor.role === 'visitor' ? [] : ['photos', 'favorites']);
  const { profile, headers } = await loadProfile(args);
  return data({ tab, title, marks, profile }, { headers });
}

export const meta = pageMeta;

export default function Home() {
  const page = useLoaderData<typeof loader>();
  if (page.tab === 'feed') return <FeedScreen feed={page.feed} />;
  if (page.tab === 'top') return <TopScreen top={page.top} />;
  if (page.tab === 'profile') return <ProfileScreen profile={page.profile} />;
  return (
    <Suspense>
      {page.tab === 'wrap' ? <Wrap wrap={page.wrap} /> : <Dashboard dashboard={page.dashboard} />}
    </Suspense>
  );
}

/** A failure of the ranking is shown in its place; other errors go to the shell. */
export function ErrorBoundary() {
  const error = useRouteError();
  const [query] = useSearchParams();
  if (isExpectedError(error) || query.get('tab') !== 'top') throw error;
  return <TopFailed />;
}
