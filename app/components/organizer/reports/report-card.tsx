import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import type { ReportStatus } from '~/models/report/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { Caption } from '~/components/event/print/print';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { sizesOf } from '~/components/event/print/photo-sizes';
import type { ReportCardView } from './report-views';
import { ReasonText } from './reason-text';
import { HideButton } from './hide-button';
import { ReviewButtons } from './review-buttons';
import { Icon, type IconName } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { useReasonText } from './use-reason-text';

/**
 * A reported photo with the report. A pending one offers its reviews; a reviewed one can be shown, hidden or
 * deleted; both link to the photo's deletion.
 * @param self the list's URL, where all actions lead back
 */
export function ReportCard({
  report,
  self,
  onReview,
}: {
  report: ReportCardView;
  self: string;
  onReview: () => void;
}) {
  const { t } = useTranslation('flags');
  const reason = useReasonText()(report.reason);
  const { id, status, owner } = report;
  const label = t('card.label', { name: owner.name });
  return (
    <article
      className="card grid h-full content-start gap-3 rounded-[0.625rem] p-2.5"
      aria-label={label}
    >
      <DialogLink to={paths.photo(report.photoId)}>
        <img
          className="aspect-4/3 w-full rounded-[2px] bg-sunk object-cover"
          src={thumbnailUrl(report.imageUrl, 720)}
          srcSet={photoSrcSet({ imageUrl: report.imageUrl, width: report.imageWidth })}
          sizes={REPORT_SIZES}
          alt={label}
          loading="lazy"
          decoding="async"
        />
      </DialogLink>
      <Caption text={report.caption} />
      <dl>
        <Fact name={t('card.photo_by')}>
          <Link to={paths.feed({ userId: owner.id })}>
            <bdi>{owner.name}</bdi>
          </Link>
        </Fact>
        <Fact name={t('card.reported_by')}>
          <bdi>{report.reporterName ?? t('card.removed_person')}</bdi>
        </Fact>
        <Fact name={t('card.reported')}>{report.reported}</Fact>
        {report.reviewed && <Fact name={t('card.reviewed')}>{report.reviewed}</Fact>}
      </dl>
      {reason ? (
        <ReasonText className={CLASSES_REASON} text={reason}>
          {reason}
        </ReasonText>
      ) : (
        <p className={`${CLASSES_REASON} text-ink-soft`}>{t('reason.none')}</p>
      )}
      <div className="flex flex-wrap items-center gap-2 px-1">
        <StatusPill status={status} />
        {report.isHidden && <Pill icon="eye-off">{t('card.hidden')}</Pill>}
      </div>
      {status === 'pending' && (
        <ReviewButtons reportId={id} next={self} isHidden={report.isHidden} onReview={onReview} />
      )}
      <div className="flex flex-wrap gap-2">
        {(status === 'reviewed' || (status === 'dismissed' && report.isHidden)) && (
          <HideButton photoId={report.photoId} isHidden={report.isHidden} next={self} />
        )}
        {status !== 'dismissed' && (
          <DialogLink
            className="button danger slim w-full flex-auto px-2"
            to={paths.photoDelete(report.photoId, { next: self })}
          >
            <Icon name="trash" />
            {t('card.remove')}
          </DialogLink>
        )}
        {report.reviewed && (
          <DialogLink
            className="button quiet slim w-full flex-auto px-2"
            to={organizerPaths.flagDelete(id, { next: self })}
          >
            <Icon name="close" />
            {t('card.delete')}
          </DialogLink>
        )}
      </div>
    </article>
  );
}

const CLASSES_REASON = 'rounded-lg bg-sunk px-3 py-2 text-sm/[inherit] wrap-anywhere';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-2 px-1 py-0.75 text-sm/[inherit]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** One per row on a phone, two or three on a wider screen. */
const REPORT_SIZES = sizesOf({ phone: '92vw', tablet: '45vw', laptop: '20rem' });

const PILLS = {
  pending: { tone: 'warn', icon: 'clock' },
  reviewed: { tone: 'bad', icon: 'flag' },
  dismissed: { tone: undefined, icon: 'check' },
} as const satisfies Record<ReportStatus, { tone?: 'warn' | 'bad'; icon: IconName }>;

function StatusPill({ status }: { status: ReportStatus }) {
  const { t } = useTranslation('flags');
  return <Pill {...PILLS[status]}>{t(`status.${status}`)}</Pill>;
}
