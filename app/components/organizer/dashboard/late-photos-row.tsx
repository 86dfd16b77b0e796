import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';

/** The last day on which the album takes late photos. */
export interface LateView {
  /** The last day, formatted; null for none. */
  day: string | null;
  /** Whether that day has passed. */
  isOver: boolean;
  /** Whether guests could add none after the event, because they may not look at it then. */
  isShut: boolean;
}

/** The last day of late photos, and the link to choose it (rule `photos.late`). */
export function LatePhotosRow({ late }: { late: LateView }) {
  const { t } = useTranslation('organizer');
  return (
    <div className="setting-row">
      <div className="min-w-44 flex-1">
        <p className="name">{t('late.title')}</p>
        <p className="text-sm text-ink-soft">
          <LateText late={late} />
        </p>
      </div>
      <DialogLink className="button quiet slim" to={organizerPaths.eventLatePhotos()}>
        <Icon name="calendar" />
        {t('late.open')}
      </DialogLink>
    </div>
  );
}

/** The last day of late photos, and whether guests are kept from adding any. */
export function LateText({ late: { day, isOver, isShut } }: { late: LateView }) {
  const { t } = useTranslation('organizer');
  if (day === null) return t('late.none');
  if (isOver) return t('late.over', { day });
  const until = t('late.until', { day });
  return isShut ? `${until} ${t('late.shut')}` : until;
}
