import { useFetcher } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { ReviewStatus } from '~/models/report/rules';
import { organizerPaths } from '~/organizer-paths';
import type { IconName } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';

const BUTTONS = [
  {
    status: 'dismissed',
    label: 'card.dismiss',
    icon: 'check',
    className: 'quiet slim',
    shortcut: 'd',
  },
  {
    status: 'reviewed',
    label: 'card.inappropriate',
    icon: 'flag',
    className: 'danger slim',
    shortcut: 'i',
  },
] as const satisfies {
  status: ReviewStatus;
  icon: IconName;
  label: string;
  className: string;
  shortcut: string;
}[];

/**
 * The reviews of a pending report, one form each.
 * @param next where the response leads back
 * @param isHidden whether the photo is hidden; dismissing the report then shows it
 */
export function ReviewButtons({
  reportId,
  next,
  isHidden,
  onReview,
}: {
  reportId: number;
  next: string;
  isHidden: boolean;
  onReview?: () => void;
}) {
  const { t } = useTranslation('flags');
  const fetcher = useFetcher();
  const isBusy = fetcher.state !== 'idle';
  return (
    <div className="flex flex-wrap gap-2">
      {BUTTONS.map(({ status, label, icon, className, shortcut }) => (
        <fetcher.Form
          key={status}
          className="flex-auto"
          method="post"
          action={organizerPaths.flag(reportId)}
          onSubmit={onReview}
        >
          <input type="hidden" name="status" value={status} />
          <input type="hidden" name="next" value={next} />
          <SubmitButton
            className={`${className} h-full w-full px-2`}
            icon={icon}
            aria-keyshortcuts={shortcut}
            label={t(isHidden && status === 'dismissed' ? 'card.dismiss_show' : label)}
            pending={isBusy && fetcher.formData?.get('status') === status}
            disabled={isBusy}
          />
        </fetcher.Form>
      ))}
      {!isHidden && <p className="w-full text-sm/tight text-ink-soft">{t('card.hides')}</p>}
    </div>
  );
}
