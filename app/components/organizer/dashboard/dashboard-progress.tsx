import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { namesApart } from '~/models/event/names-apart';
import { thumbnailUrl } from '~/models/photo/rules';

import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { ProgressView } from './dashboard-views';
import { Icon } from '~/components/ui/icon';
import { Figure } from '~/components/ui/figure';
import { Leader, Leaders } from './leader';

const CLASSES_TITLE = 'font-sans text-sm/[1.4] font-bold';

/**
 * The progress of the event: today's figures, photos per hour, the latest photos, and guests without a photo.
 */
export function DashboardProgress({ progress }: { progress: ProgressView }) {
  const { t } = useTranslation(['organizer', 'event']);
  const { photosToday, guestsToday, hours, latest, withoutPhoto } = progress;
  const hasHours = hours.some(({ count }) => count > 0);
  return (
    <section
      className={`card grid content-start gap-5 ${progress.leaders.length > 0 ? 'laptop:col-span-7' : ''}`}
    >
      <h2>{t('organizer:progress.title')}</h2>
      <dl className="grid grid-cols-2 gap-2">
        <Today value={photosToday} label={t('organizer:progress.photos', { count: photosToday })} />
        <Today value={guestsToday} label={t('organizer:progress.guests', { count: guestsToday })} />
      </dl>
      {hasHours && <Hours hours={hours} />}
      {latest.length > 0 ? (
        <div className="grid gap-2">
          <h3 className={CLASSES_TITLE}>{t('organizer:progress.latest')}</h3>
          <ul className="grid grid-cols-5! gap-2">
            {latest.map(({ id, imageUrl, userName }) => (
              <li key={id} className="print block p-1">
                <DialogLink className="shot aspect-3/4" to={paths.photo(id, { from: 'feed' })}>
                  <img
                    src={thumbnailUrl(imageUrl, 320)}
                    alt={t('event:photo.alt', { name: userName })}
                    loading="lazy"
                    decoding="async"
                  />
                </DialogLink>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{t('organizer:progress.none')}</p>
      )}
      {withoutPhoto > 0 && (
        <div className="note warn flex-wrap items-center">
          <Icon name="photos" />
          <strong className="min-w-32 flex-1">
            {t('organizer:progress.without', { count: withoutPhoto })}
          </strong>
          <DialogLink className="button quiet slim" to={organizerPaths.eventRemind()}>
            <Icon name="mail" />
            {t('organizer:progress.remind')}
          </DialogLink>
        </div>
      )}
    </section>
  );
}

function Today(figure: { value: number; label: string }) {
  return (
    <div>
      <dt className="sr-only">{figure.label}</dt>
      <dd>
        <Figure {...figure} />
      </dd>
    </div>
  );
}

/** A bar for each hour. The highest and the current one show their number; screen readers get it for all. */
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
              {/* Its number stands above it. */}
              <span
                className={`relative h-[max(2px,calc(var(--v)*0.8))] self-end rounded-t-sm ${isNow ? 'bg-primary' : 'bg-primary-pale'}`}
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
              {/* Inward from the edge of the card, where there is no room outside. */}
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
    <section className="card laptop:col-span-5">
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
