import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { namesApart } from '~/models/event/names-apart';
import { thumbnailUrl } from '~/models/photo/rules';

import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { DashboardView, ProgressView } from './dashboard-views';
import { Icon } from '~/components/ui/icon';
import { Figure } from '~/components/ui/figure';
import { Pill } from '~/components/ui/pill';
import { Leader, Leaders } from './leader';

const CLASSES_TITLE = 'font-sans text-sm/[1.4] font-bold';

/** The progress of the event: its figures, photos per hour, and guests without a photo. */
export function DashboardProgress({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation(['organizer', 'event']);
  const { photoCount, starCount, places, progress } = dashboard;
  const { hours, withoutPhoto } = progress;
  const thisHour = hours.at(-1)?.count ?? 0;
  const hasHours = hours.some(({ count }) => count > 0);
  return (
    <section className="card grid content-between gap-4 laptop:col-span-6 xl:col-span-8">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="m-0">{t('organizer:progress.title')}</h2>
        <Pill icon="calendar">
          <DaysLeft days={dashboard.daysLeft} startsIn={progress.startsIn} />
        </Pill>
      </div>
      <div className="grid items-end gap-4 xl:grid-cols-[2fr_3fr]">
        <dl className="grid grid-cols-2 gap-x-2 gap-y-4">
          <Count value={photoCount} label={t('organizer:head.photos', { count: photoCount })} />
          <Count
            value={places.count}
            label={t('organizer:progress.places', { count: places.max })}
          />
          <Count value={starCount} label={t('organizer:head.stars', { count: starCount })} />
          <Count value={thisHour} label={t('organizer:progress.this_hour', { count: thisHour })} />
        </dl>
        {hasHours ? (
          <Hours hours={hours} />
        ) : (
          <p className="text-sm text-ink-soft">{t('organizer:progress.none')}</p>
        )}
      </div>
      {withoutPhoto > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-sm text-ink-soft">
            {t('organizer:progress.without', { count: withoutPhoto })}
          </p>
          <DialogLink className="button quiet slim" to={organizerPaths.eventRemind()}>
            <Icon name="mail" />
            {t('organizer:progress.remind')}
          </DialogLink>
        </div>
      )}
    </section>
  );
}

/** The days until it starts, then the days left; words on the last day (rule `event.last-day`). */
function DaysLeft({ days, startsIn }: { days: number; startsIn: number }) {
  const { t } = useTranslation(['organizer', 'event']);
  if (startsIn > 0) {
    return (
      <>
        {startsIn} {t('organizer:progress.starts', { count: startsIn })}
      </>
    );
  }
  if (days === 0) return t('event:line.last_day');
  return (
    <>
      {days} {t('organizer:head.days', { count: days })}
    </>
  );
}

function Count(figure: { value: number; label: string }) {
  return (
    <div>
      <dt className="sr-only">{figure.label}</dt>
      <dd>
        <Figure {...figure} />
      </dd>
    </div>
  );
}

/** A bar for each hour. The highest and the current one show their number; screen readers get the numbers of all. */
function Hours({ hours }: Pick<ProgressView, 'hours'>) {
  const { t } = useTranslation('organizer');
  const most = Math.max(...hours.map(({ count }) => count));
  const highest = hours.findIndex(({ count }) => count === most);
  const last = hours.length - 1;
  return (
    <div className="grid gap-2">
      <h3 className={CLASSES_TITLE}>{t('progress.hours')}</h3>
      <ol className="grid auto-cols-fr grid-flow-col gap-1.5">
        {hours.map(({ label, count }, index) => {
          const isNow = index === last;
          return (
            <li
              key={label}
              className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[7rem_1.25rem]"
            >
              {/* Its number is above it. */}
              <span
                className={`relative h-[max(2px,calc(var(--v)*0.8))] self-end rounded-t-sm ${isNow ? 'bg-ember' : 'bg-primary'}`}
                style={{ '--v': `${(count / most) * 100}%` } as CSSProperties}
              >
                {count > 0 && (index === highest || isNow) && (
                  <b
                    className="absolute inset-x-0 -top-5.5 text-center text-xs/[inherit]"
                    aria-hidden
                  >
                    {count}
                  </b>
                )}
                <span className="sr-only">{t('progress.in_hour', { count, hour: label })}</span>
              </span>
              {/* Inward from the edge of the card, because there is no room outside. */}
              <span
                className={`text-xs/[inherit] whitespace-nowrap text-ink-soft ${index === 0 ? 'justify-self-start' : isNow ? 'justify-self-end' : 'justify-self-center'}`}
                aria-hidden
              >
                {(last - index) % 3 === 0 ? label : '\u200b'}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The first three places of the ranking, which the organizer can always see. */
export function DashboardLeaders({ leaders }: Pick<ProgressView, 'leaders'>) {
  const { t } = useTranslation(['organizer', 'event', 'common']);
  if (leaders.length === 0) return null;
  const shortOf = namesApart(leaders.map(({ userName }) => userName));
  return (
    <section className="card laptop:col-span-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t('organizer:progress.leaders')}</h2>
        <Link className="link -my-2 text-sm" to={paths.top()}>
          {t('common:nav.top')}
        </Link>
      </div>
      <Leaders>
        {leaders.map(({ id, imageUrl, userName, place, favoriteCount }) => (
          <Leader key={id} place={place} name={shortOf(userName)} starCount={favoriteCount}>
            <DialogLink className="print block p-1" to={paths.photo(id, { from: 'top' })}>
              <span className="shot aspect-3/4">
                <img
                  src={thumbnailUrl(imageUrl, 320)}
                  alt={t('event:photo.alt', { name: userName })}
                  loading="lazy"
                  decoding="async"
                />
              </span>
            </DialogLink>
          </Leader>
        ))}
      </Leaders>
    </section>
  );
}
