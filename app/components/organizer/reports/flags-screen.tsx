import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { ReportCard } from './report-card';
import type { FlagsView, ReportTab } from './report-views';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';
import { PageLinks } from '~/components/ui/page-links';
import { Note } from '~/components/ui/note';
import { useNextWork } from '../use-next-work';

/** The organizer's list of reports, with its tabs. */
export function FlagsScreen({ view }: { view: FlagsView }) {
  const { t } = useTranslation('flags');
  const { tab, reports } = view;
  const { list, noteWork } = useNextWork<HTMLElement>(reports);
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')} />
      <Tabs view={view} />
      <section ref={list} tabIndex={-1} aria-label={t(`tabs.${tab}`)}>
        {reports.length === 0 ? (
          <EmptyState icon="flag" title={t(`empty.${tab}`)} text={t(`empty.${tab}_text`)} />
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3">
            {reports.map((report) => (
              <li key={report.id} data-work tabIndex={-1}>
                <ReportCard report={report} self={view.self} onReview={noteWork} />
              </li>
            ))}
          </ul>
        )}
        <PageLinks start={view.start} more={view.more} />
      </section>
    </main>
  );
}

const TABS: { tab: ReportTab; to: string }[] = [
  { tab: 'pending', to: organizerPaths.flags() },
  { tab: 'reviewed', to: organizerPaths.flags({ status: 'reviewed' }) },
  { tab: 'all', to: organizerPaths.flags({ status: 'all' }) },
];

/** On the other tabs a badge shows the number of pending reports. */
function Tabs({ view }: { view: FlagsView }) {
  const { t } = useTranslation('flags');
  const hasBadge = view.tab !== 'pending' && view.pendingCount > 0;
  return (
    <nav
      className="segments mb-4 grid auto-cols-auto laptop:inline-grid laptop:auto-cols-[1fr]"
      aria-label={t('tabs.label')}
    >
      {TABS.map(({ tab, to }) => (
        <Link
          key={tab}
          className="p-1 text-center text-[0.875rem]/[1.2] whitespace-normal laptop:px-3 laptop:py-0 laptop:text-sm/[1.2]"
          to={to}
          aria-current={tab === view.tab ? 'page' : undefined}
        >
          {t(`tabs.${tab}`)}
          {tab === 'pending' && hasBadge && <span className="count">{view.pendingCount}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** Shown if the list could not be loaded. */
export function FlagsFailed() {
  const { t } = useTranslation(['flags', 'common']);
  return (
    <main className="page grid gap-4" id="content">
      <h1>{t('title')}</h1>
      <Note tone="error" title={t('error')}>
        {t('list_failed')}
      </Note>
      <a className="button quiet" href={organizerPaths.flags()}>
        <Icon name="refresh" />
        {t('common:error.try_again')}
      </a>
    </main>
  );
}

/** Shown to everybody except the organizer. */
export function FlagsDenied() {
  const { t } = useTranslation(['flags', 'common']);
  return (
    <main className="page narrow" id="content">
      <ScreenHead title={t('title')} />
      <section className="card grid gap-4">
        <h2 className="m-0 flex items-center gap-3">
          <Icon name="lock" />
          {t('denied.title')}
        </h2>
        <p>{t('denied.text')}</p>
        <Link className="button" to={paths.home()}>
          <Icon name="home" />
          {t('common:not_found.home')}
        </Link>
      </section>
    </main>
  );
}
