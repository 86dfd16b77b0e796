import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { DashboardView } from '~/components/event/event-views';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { ChangeImage } from './change-image';

/** The head of the organizer's dashboard: the event, its dates, three figures, and links to edit it. */
export function DashboardHead({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation('organizer');
  const { event, photoCount, starCount } = dashboard;
  return (
    <section className="dashboard-head on-night">
      {event.imageUrl && <img src={event.imageUrl} alt={t('head.image')} />}
      <div className="body">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>
            <bdi>{event.name}</bdi>
          </h2>
          <Pill tone="night" icon="calendar">
            <span className="sr-only">{t('head.dates')} </span>
            <Days days={dashboard.dates} />
          </Pill>
        </div>
        <p className="wrap-anywhere whitespace-pre-line text-on-night-soft">{event.description}</p>
        <div className="figures">
          <DaysLeft days={dashboard.daysLeft} startsIn={dashboard.progress.startsIn} />
          <Figure value={photoCount} label={t('head.photos', { count: photoCount })} />
          <Figure value={starCount} label={t('head.stars', { count: starCount })} />
        </div>
        <div className="tools flex flex-wrap items-center gap-2">
          <DialogLink className="button quiet slim" to={organizerPaths.eventEdit()}>
            <Icon name="calendar" />
            {t('edit.open')}
          </DialogLink>
          <ChangeImage userId={dashboard.userId} />
          <DialogLink className="button quiet slim" to={organizerPaths.eventDescription()}>
            <Icon name="pencil" />
            {t('description.title')}
          </DialogLink>
          <Link className="button quiet slim" to={paths.shop({ from: paths.home() })}>
            <Icon name="tag" />
            {t('head.extend')}
          </Link>
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
  if (startsIn > 0) {
    return <Figure value={startsIn} label={t('organizer:progress.starts', { count: startsIn })} />;
  }
  if (days > 0) return <Figure value={days} label={t('organizer:head.days', { count: days })} />;
  return <p className="text-sm">{days === 0 ? t('event:line.last_day') : t('event:line.ended')}</p>;
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <p>
      <b className="">{value}</b> <span className="text-sm">{label}</span>
    </p>
  );
}
