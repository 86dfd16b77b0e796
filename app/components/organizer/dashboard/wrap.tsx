import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { podiumOf } from '~/models/photo/star';
import { organizerPaths } from '~/organizer-paths';
import { morningPaths } from '~/morning-paths';
import { paths } from '~/paths';
import type { WrapView } from './dashboard-views';
import { Keepsakes } from '~/components/event/keepsakes/keepsakes';
import { Podium } from '~/components/event/podium/podium';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { DashboardDanger } from './dashboard-danger';
import { NeedsNow } from '~/components/organizer/needs/needs-now';
import { Figure } from '~/components/ui/figure';
import { ShopLink } from '../shop-link';
import { LatePhotosRow } from './late-photos-row';
import { SettingSwitch } from './setting-switch';
import { TakeHome } from './take-home';
import { ThanksRow } from './thanks-row';

/** The organizer's screen after the event's end (rule `event.wrap`): the winners, and the downloads. */
export function Wrap({ wrap }: { wrap: WrapView }) {
  const { t } = useTranslation('organizer');
  return (
    <main className="page" id="content">
      <div className="dashboard grid gap-4 laptop:grid-cols-12 laptop:gap-5">
        <Winners wrap={wrap} />
        {wrap.needs.total > 0 && <NeedsNow needs={wrap.needs} next={paths.home()} />}
        <Figures wrap={wrap} />
        <RetentionCard retention={wrap.retention} />
        <TakeHome wrap={wrap} />
        <section className="card grid content-start gap-3 self-start laptop:col-span-5">
          {wrap.retention.daysLeft >= 0 && <LatePhotosRow late={wrap.late} />}
          <ThanksRow thanks={wrap.thanks} />
          <Link className="button quiet" to={morningPaths.morning()}>
            <Icon name="podium" />
            {t('thanks.see')}
          </Link>
        </section>
        {wrap.keepsakes && (
          <Keepsakes
            keepsakes={wrap.keepsakes}
            next={paths.home()}
            className="self-start laptop:col-span-7"
          />
        )}
        <section className="card grid content-start gap-3 self-start laptop:col-span-5">
          <h2 className="m-0">{t('wrap.again')}</h2>
          <p className="text-ink-soft">{t('wrap.again_text')}</p>
          <Link className="button quiet" to={organizerPaths.createEventLikeThis()}>
            <Icon name="refresh" />
            {t('wrap.again_open')}
          </Link>
        </section>
        <DashboardDanger isDemo={wrap.isDemo} />
      </div>
    </main>
  );
}

function Winners({ wrap: { eventName, day, rows, gone, changed } }: { wrap: WrapView }) {
  const { t } = useTranslation(['organizer', 'event']);
  return (
    <section className="on-night podium-sky rounded-sheet laptop:grid laptop:grid-cols-[minmax(14rem,2fr)_3fr] laptop:m-0 laptop:items-end laptop:px-8 laptop:pt-0">
      <div className="-mx-3 laptop:col-span-full laptop:-mx-8">
        <Lights />
      </div>
      <div className="grid gap-1.5 px-2 py-5 text-center wrap-anywhere text-on-night-soft laptop:self-center laptop:py-8 laptop:pr-4 laptop:pl-0 laptop:text-left">
        <p className="text-sm font-semibold">{t('event:expired.title')}</p>
        <h1 className="text-on-night">{t('organizer:wrap.title')}</h1>
        <p>
          <bdi>{eventName}</bdi>
          <br />
          <Days days={day} />
        </p>
        {rows.length === 0 && <p>{t('organizer:wrap.no_stars')}</p>}
      </div>
      {rows.length > 0 && <Podium rows={podiumOf(rows)} gone={gone} />}
      {changed && (
        <p className="px-2 pb-4 text-sm text-on-night-soft laptop:col-span-full laptop:px-0">
          {changed}
        </p>
      )}
    </section>
  );
}

function Figures({ wrap }: { wrap: WrapView }) {
  const { t } = useTranslation('organizer');
  const { photoCount, lateCount, guestCount, starCount, busiest } = wrap;
  return (
    <section className="card grid content-start gap-5 laptop:col-span-7">
      <h2>{t('wrap.figures')}</h2>
      <ul className="grid grid-cols-2 gap-2">
        <FigureLink
          value={photoCount}
          label={t('head.photos', { count: photoCount })}
          to={paths.feed()}
        />
        <FigureLink
          value={guestCount}
          label={t('wrap.guests', { count: guestCount })}
          to={organizerPaths.participants()}
        />
        <FigureLink
          value={starCount}
          label={t('head.stars', { count: starCount })}
          to={paths.top()}
        />
        {busiest && (
          <li>
            <Figure value={busiest.hour} label={t('wrap.busiest', { count: busiest.count })} />
          </li>
        )}
      </ul>
      {lateCount > 0 && (
        <p className="-mt-2 text-sm text-ink-soft">{t('late.count', { count: lateCount })}</p>
      )}
    </section>
  );
}

function FigureLink({ to, ...figure }: { value: number; label: string; to: string }) {
  return (
    <li>
      <Link className="block no-underline hover:[&_span]:underline" to={to}>
        <Figure {...figure} />
      </Link>
    </li>
  );
}

/** Until when the photos exist. Downloading them comes before extending the event. */
function RetentionCard({
  retention: { lastDay, daysLeft, guestsMayLook, guestsMayDownload },
}: Pick<WrapView, 'retention'>) {
  const { t } = useTranslation('organizer');
  const isOver = daysLeft < 0;
  return (
    <section className="card grid content-start gap-3 laptop:col-span-5">
      <div className="flex gap-3">
        <Icon name="calendar" />
        <div className="grid min-w-0 flex-1 gap-1">
          <h2 className="text-lg">{t(isOver ? 'wrap.gone' : 'wrap.kept', { day: lastDay })}</h2>
          <p className="text-ink-soft">
            {isOver
              ? t('wrap.gone_text')
              : `${daysLeft > 0 ? t('wrap.days_left', { count: daysLeft }) : t('wrap.last_day')} ${t('wrap.kept_text')}`}
          </p>
        </div>
      </div>
      {!isOver && (
        <div>
          <SettingSwitch
            action={organizerPaths.eventGuestsMayLook()}
            field="guestsMayLook"
            isOn={guestsMayLook}
            label={t('wrap.look', { day: lastDay })}
            hint={t('wrap.look_hint')}
          />
          <SettingSwitch
            action={organizerPaths.eventGuestsMayDownload()}
            field="guestsMayDownload"
            isOn={guestsMayDownload}
            label={t('rules.download')}
            hint={t('rules.download_hint')}
          />
        </div>
      )}
      <ShopLink className="button quiet" from={paths.home()}>
        {t('wrap.extend')}
      </ShopLink>
    </section>
  );
}
