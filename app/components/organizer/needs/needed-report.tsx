import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { ReasonText } from '~/components/organizer/reports/reason-text';
import { ReviewButtons } from '~/components/organizer/reports/review-buttons';
import { useReasonText } from '~/components/organizer/reports/use-reason-text';
import { NeedCard } from './need-card';
import type { NeededReport as Report } from './needs-views';

/** The report that has waited longest, with its review. */
export function NeededReport({
  report,
  count,
  next,
  onReview,
}: {
  report: Report;
  count: number;
  next: string;
  onReview: () => void;
}) {
  const { t } = useTranslation('flags');
  const reason = useReasonText()(report.reason);
  const { owner } = report;
  const label = t('card.label', { name: owner.name });
  return (
    <NeedCard
      icon="flag"
      title={t('title')}
      count={count}
      all={organizerPaths.flags()}
      act={
        <ReviewButtons
          reportId={report.id}
          next={next}
          isHidden={report.isHidden}
          onReview={onReview}
        />
      }
    >
      <div className="grid grid-cols-[3.75rem_minmax(0,1fr)] gap-3">
        <div className="print self-start p-1">
          <DialogLink className="shot aspect-3/4" to={paths.photo(report.photoId)}>
            <img src={thumbnailUrl(report.imageUrl, 320)} alt={label} />
          </DialogLink>
        </div>
        <div className="grid content-start gap-1 whitespace-pre-wrap">
          <p>
            {t('card.photo_by')}{' '}
            <Link className="font-semibold text-ink" to={paths.feed({ userId: owner.id })}>
              <bdi>{owner.name}</bdi>
            </Link>
          </p>
          <p>{report.reported}</p>
          {reason ? (
            <ReasonText className="line-clamp-3" text={reason}>
              {t('reason.quoted', { reason })}
            </ReasonText>
          ) : (
            <p>{t('reason.none')}</p>
          )}
        </div>
      </div>
    </NeedCard>
  );
}
