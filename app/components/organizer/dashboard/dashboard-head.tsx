import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { ShopLink } from '../shop-link';
import type { DashboardView } from './dashboard-views';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { ChangeImage } from './change-image';
import { Figure } from '~/components/ui/figure';

const CLASSES_TOOL = 'button quiet slim flex-auto laptop:flex-none';

/** The head of the organizer's dashboard: the event, its dates, three figures, and links to edit it. */
export function DashboardHead({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation('organizer');
  const { event, photoCount, starCount } = dashboard;
  return (
    <section className="on-night flex flex-col overflow-hidden rounded-sheet bg-night text-on-night laptop:flex-row">
      {event.imageUrl && (
        <img
          className="h-40 w-full object-cover object-[50%_40%] laptop:h-auto laptop:w-88"
          src={event.imageUrl}
          alt={t('head.image')}
        />
      )}
      <div className="grid min-w-0 gap-3 p-4.5 laptop:flex-1 laptop:px-7 laptop:py-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-[1.75rem]">
            <bdi>{event.name}</bdi>
          </h2>
          <Pill tone="night" icon="calendar">
            <span className="sr-only">{t('head.dates')} </span>
            <Days days={dashboard.dates} />
          </Pill>
        </div>
        <p className="wrap-anywhere whitespace-pre-line text-on-night-soft">{event.description}</p>
        <div className="grid grid-cols-[repeat(3,1fr)] gap-2">
          <DaysLeft days={dashboard.daysLeft} startsIn={dashboard.progress.startsIn} />
          <p>
            <Figure isAtNight value={photoCount} label={t('head.photos', { count: photoCount })} />
          </p>
          <p>
            <Figure isAtNight value={starCount} label={t('head.stars', { count: starCount })} />
          </p>
        </div>
        {/* What tells of an upload takes no room while there is none. */}
        <div className="flex flex-wrap items-center gap-2 [&>[role=status]:empty]:absolute">
          <DialogLink className={CLASSES_TOOL} to={organizerPaths.eventEdit()}>
            <Icon name="calendar" />
            {t('edit.open')}
          </DialogLink>
          <ChangeImage userId={dashboard.userId} className={CLASSES_TOOL} />
          <DialogLink className={CLASSES_TOOL} to={organizerPaths.eventDescription()}>
            <Icon name="pencil" />
            {t('description.title')}
          </DialogLink>
          <ShopLink className={CLASSES_TOOL} from={paths.home()}>
            <Icon name="tag" />
            {t('head.extend')}
          </ShopLink>
        </div>
      </div>
    </section>
  );
}

/**
 * The days until it starts, then the days left; words on the last day and after it (rule `event.last-day`).
 */
function DaysLeft({ days, startsIn }: { days: number; startsIn: number }) {
  const { t } = useTranslation(['organizer', 'event']);
  if (startsIn <= 0 && days <= 0) {
    return (
      <p className="text-sm">{days === 0 ? t('event:line.last_day') : t('event:line.ended')}</p>
    );
  }
  return (
    <p>
      {startsIn > 0 ? (
        <Figure
          isAtNight
          value={startsIn}
          label={t('organizer:progress.starts', { count: startsIn })}
        />
      ) : (
        <Figure isAtNight value={days} label={t('organizer:head.days', { count: days })} />
      )}
    </p>
  );
}
