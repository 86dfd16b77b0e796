import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { namesApart } from '~/models/event/names-apart';
import { thumbnailUrl } from '~/models/photo/rules';

import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { ProgressView } from '~/components/event/event-views';
import { Icon } from '~/components/ui/icon';

/**
 * The progress of the event: today's figures, photos per hour, the latest photos, and guests without a photo.
 */
export function DashboardProgress({ progress }: { progress: ProgressView }) {
  const { t } = useTranslation(['organizer', 'event']);
  const { photosToday, guestsToday, hours, latest, withoutPhoto } = progress;
  const hasHours = hours.some(({ count }) => count > 0);
  return (
    <section className={`card progress ${progress.leaders.length > 0 ? 'laptop:col-span-7' : ''}`}>
      <h2>{t('organizer:progress.title')}</h2>
      <dl className="figures">
        <Figure
          value={photosToday}
          label={t('organizer:progress.photos', { count: photosToday })}
        />
        <Figure
          value={guestsToday}
          label={t('organizer:progress.guests', { count: guestsToday })}
        />
      </dl>
      {hasHours && <Hours hours={hours} />}
      {latest.length > 0 ? (
        <div className="grid gap-2">
          <h3>{t('organizer:progress.latest')}</h3>
          <ul className="latest">
            {latest.map(({ id, imageUrl, userName }) => (
              <li key={id} className="print">
                <DialogLink className="shot" to={paths.photo(id, { from: 'feed' })}>
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

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <div>
      <dt className="sr-only">{label}</dt>
      <dd>
        <b>{value}</b> <span className="text-sm text-ink-soft">{label}</span>
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
      <h3>{t('progress.hours')}</h3>
      <ol className="hours">
        {hours.map(({ label, count }, index) => (
          <li key={label} className={index === last ? 'now' : undefined}>
            <span className="column" style={{ '--v': `${(count / most) * 100}%` } as CSSProperties}>
              {count > 0 && (index === highest || index === last) && <b aria-hidden>{count}</b>}
              <span className="sr-only">{t('progress.in_hour', { count, hour: label })}</span>
            </span>
            <span className="hour" aria-hidden>
              {(last - index) % 3 === 0 && label}
            </span>
          </li>
        ))}
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
        <Link className="link text-sm" to={paths.top()}>
          {t('common:nav.top')}
        </Link>
      </div>
      <ol className="leaders">
        {leaders.map(({ id, imageUrl, userName, place, favoriteCount }) => (
          <li key={id}>
            <DialogLink className="print" to={paths.photo(id, { from: 'top' })}>
              <span className="shot">
                <img
                  src={thumbnailUrl(imageUrl, 320)}
                  alt={t('event:photo.alt', { name: userName })}
                  loading="lazy"
                  decoding="async"
                />
              </span>
            </DialogLink>
            <p className="text-sm wrap-anywhere">
              <b>{place}</b> <bdi>{shortOf(userName)}</bdi>
            </p>
            <p className="stars text-sm">
              <Icon name="star" />
              <span className="sr-only">{t('organizer:head.stars', { count: favoriteCount })}</span>
              {favoriteCount}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
