import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { NeedsNow } from '~/components/organizer/needs/needs-now';
import { DashboardTabs } from '~/components/shell/dashboard-tabs';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon, type IconName } from '~/components/ui/icon';
import { DashboardDownloads } from './dashboard-downloads';
import { DashboardInvite } from './dashboard-invite';
import { DashboardLeaders, DashboardProgress } from './dashboard-progress';
import { DashboardRules } from './dashboard-rules';
import type { DashboardView } from './dashboard-views';

/** The organizer's desk: what waits, the code, the progress, and the rules. */
export function Dashboard({ dashboard }: { dashboard: DashboardView }) {
  return (
    <main className="page" id="content">
      <div className="laptop:flex laptop:items-end laptop:justify-between laptop:gap-4">
        <ScreenHead title={dashboard.eventName} />
        <DashboardTabs part="dashboard" />
      </div>
      <div className="mt-4 grid gap-4 laptop:mt-5">
        <NeedsNow needs={dashboard.needs} next={paths.home()} />
        <div className="dashboard grid gap-4 laptop:grid-cols-12">
          <DashboardInvite dashboard={dashboard} />
          <DashboardProgress dashboard={dashboard} />
          <DashboardRules rules={dashboard.rules} />
          <DashboardLeaders leaders={dashboard.progress.leaders} />
          <DashboardDownloads
            isBeside={dashboard.progress.leaders.length > 0}
            hasResult={dashboard.rules.voting.counted !== null}
          />
          <Parts dashboard={dashboard} />
        </div>
      </div>
    </main>
  );
}

/** On phones, the organizer's other screens, which laptops have in the side bar. */
function Parts({ dashboard: { places, needs } }: { dashboard: DashboardView }) {
  const { t } = useTranslation(['organizer', 'common']);
  const parts: { to: string; icon: IconName; label: string; count?: number }[] = [
    {
      to: organizerPaths.participants(),
      icon: 'users',
      label: t('organizer:participants.title'),
      count: places.count,
    },
    {
      to: organizerPaths.flags(),
      icon: 'flag',
      label: t('organizer:reports'),
      count: needs.counts.reports,
    },
    { to: organizerPaths.wall(), icon: 'screen', label: t('organizer:wall') },
  ];
  return (
    <nav className="card py-1 laptop:hidden" aria-label={t('organizer:parts')}>
      <ul className="divide-y divide-line">
        {parts.map(({ to, icon, label, count }) => (
          <li key={to}>
            <Link className="flex min-h-touch items-center gap-3 py-2 no-underline" to={to}>
              <Icon name={icon} />
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{label}</span>
              <span className="text-ink-soft tabular-nums">{count}</span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
