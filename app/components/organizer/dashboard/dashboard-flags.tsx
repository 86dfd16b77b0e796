import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { DashboardFlagsView } from '~/components/organizer/reports/report-views';
import { ReasonText } from '~/components/organizer/reports/reason-text';
import { ReviewButtons } from '~/components/organizer/reports/review-buttons';
import { Icon } from '~/components/ui/icon';
import { useFocusAfterReview } from '~/components/organizer/reports/use-focus-after-review';
import { useReasonText } from '~/components/organizer/reports/use-reason-text';

const TITLE_ID = 'dashboard-flags';

/**
 * The dashboard's part about reported photos: the two newest pending ones, and a link to all.
 * @param props.isBeside whether another part stands beside it; both headings are then on one line
 */
export function DashboardFlags({
  view,
  isBeside = false,
}: {
  view: DashboardFlagsView;
  isBeside?: boolean;
}) {
  const { t } = useTranslation('flags');
  const { list, noteReview } = useFocusAfterReview(view.reports);
  return (
    <section
      className={`grid content-start gap-3 ${isBeside ? 'laptop:col-span-8 laptop:pt-4.5' : ''}`}
      ref={list}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id={TITLE_ID}>
          {t('title')}{' '}
          {view.pendingCount > 0 && (
            <span className="count align-[0.25em]">{view.pendingCount}</span>
          )}
        </h2>
        <Link
          className={`link shrink-0 text-sm ${isBeside ? 'laptop:-my-2' : ''}`}
          to={organizerPaths.flags()}
        >
          {t('dashboard.see_all')}
          <Icon name="chevron-right" />
        </Link>
      </div>
      {view.reports.length === 0 ? (
        <p className="card text-ink-soft">{t('dashboard.none')}</p>
      ) : (
        // One report has the room of two.
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 laptop:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
          {view.reports.map((report) => (
            <li key={report.id}>
              <SmallCard report={report} onReview={noteReview} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SmallCard({
  report,
  onReview,
}: {
  report: DashboardFlagsView['reports'][number];
  onReview: () => void;
}) {
  const { t } = useTranslation('flags');
  const reason = useReasonText()(report.reason);
  const { owner } = report;
  const label = t('card.label', { name: owner.name });
  return (
    <article
      className="card grid h-full grid-cols-[5.5rem_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-3.5 gap-y-3 p-3"
      aria-label={label}
    >
      <div className="print self-start">
        <DialogLink className="shot aspect-3/4" to={paths.photo(report.photoId)}>
          <img src={thumbnailUrl(report.imageUrl, 320)} alt={label} loading="lazy" />
        </DialogLink>
      </div>
      <div className="grid content-start gap-1.5 wrap-anywhere whitespace-pre-wrap">
        <p className="text-sm">
          {t('card.photo_by')}{' '}
          <Link className="font-semibold" to={paths.feed({ userId: owner.id })}>
            <bdi>{owner.name}</bdi>
          </Link>
          <br />
          <span className="text-ink-soft">{report.reported}</span>
        </p>
        {reason ? (
          <ReasonText className="border-l-3 border-line pl-2.5 text-sm" text={reason}>
            {t('reason.quoted', { reason })}
          </ReasonText>
        ) : (
          <p className="text-sm text-ink-soft">{t('reason.none')}</p>
        )}
      </div>
      <div className="col-span-full">
        <ReviewButtons
          reportId={report.id}
          next={paths.home()}
          isHidden={report.isHidden}
          onReview={onReview}
        />
      </div>
    </article>
  );
}
