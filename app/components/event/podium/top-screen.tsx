import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '~/browser/reach';
import { useSeenOnScreen } from '~/browser/seen/use-seen';
import { podiumOf } from '~/models/photo/star';
import type { Role } from '~/models/user/rules';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { DownloadLink } from '~/components/shell/download-link';
import type { RankedPhoto, TopView } from '~/components/event/event-views';
import { Podium } from './podium';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';

// Below the podium, and only with more than three photos, or a mission with a winner.
const RankList = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./rank-list')).RankList })),
);
// Only once the result is final.
const Keepsakes = lazy(() =>
  untilLoaded(async () => ({ default: (await import('../keepsakes/keepsakes')).Keepsakes })),
);
// Few events hide their standings.
const Curtain = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./curtain')).Curtain })),
);

/** The ranking: the podium, then the list below it. It updates while it is open. */
export function TopScreen({ top }: { top: TopView }) {
  const { t } = useTranslation('event');
  const rows = top.rows.map((row): RankedPhoto => ({
    ...row,
    isOwn: top.ownIds.includes(row.id),
  }));
  const podium = podiumOf(rows);
  const rest = rows.slice(podium.length);
  useSeenOnScreen(podium);
  if (top.curtain) {
    return (
      <main id="content">
        <Suspense>
          <Curtain curtain={top.curtain} eventId={top.eventId} />
        </Suspense>
      </main>
    );
  }
  return (
    <main id="content">
      <section className="podium-sky on-night">
        <div className="hidden items-baseline justify-between gap-4 laptop:flex">
          <h1>{t('title.top')}</h1>
          <p className="text-on-night-soft">
            <bdi>{top.event.name}</bdi> · {t('top.updated')}
          </p>
        </div>
        {top.hiddenNote && (
          <p className="flex items-center justify-center gap-2 pt-3 text-sm text-on-night-soft">
            <Icon name="lock" />
            {top.hiddenNote}
          </p>
        )}
        <Podium rows={podium} gone={top.gone} />
      </section>
      <div className="page">
        {top.changed && <Note>{top.changed}</Note>}
        {top.links.map(({ to, label }) => (
          <DialogLink className="button quiet mr-3 mb-3" key={to} to={to}>
            {label}
          </DialogLink>
        ))}
        {rows.length === 0 && <NothingRanked />}
        {(rest.length > 0 || top.winners) && (
          <>
            {rest.length > 0 && <h2 className="mb-3.5">{t('top.rest')}</h2>}
            <Suspense>
              <RankList
                rows={rest}
                winners={top.winners}
                start={rest[0]?.place ?? 1}
                most={rows[0]?.favoriteCount ?? 1}
              />
            </Suspense>
          </>
        )}
        {rows.length > 0 && <Downloads role={top.role} />}
        {top.keepsakes && (
          <Suspense>
            <Keepsakes keepsakes={top.keepsakes} next={paths.top()} className="mt-6" />
          </Suspense>
        )}
      </div>
    </main>
  );
}

/** The ranking's photos for members, and its table for the organizer. */
function Downloads({ role }: { role: Role }) {
  const { t } = useTranslation('event');
  return (
    <div className="mt-5 flex flex-wrap items-start gap-3">
      {role === 'visitor' ? (
        <DialogLink className="button" to={paths.login({ next: paths.top() })}>
          <Icon name="download" />
          {t('top.download')}
        </DialogLink>
      ) : (
        <DownloadLink to={paths.topPhotosZip()} className="">
          {t('top.download')}
        </DownloadLink>
      )}
      {role !== 'visitor' && (
        <DownloadLink to={paths.topPhotosZip({ format: 'jpeg' })} className="quiet">
          {`${t('top.download')} (JPEG)`}
        </DownloadLink>
      )}
      {role === 'organizer' && (
        <DownloadLink to={paths.rankingCsv()} icon="file" className="quiet">
          {t('top.csv')}
        </DownloadLink>
      )}
    </div>
  );
}

function NothingRanked() {
  const { t } = useTranslation('event');
  return (
    <div className="mx-auto grid max-w-104 grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 pt-6 pb-12 text-center">
      <h2>{t('top.empty')}</h2>
      <p className="text-ink-soft">{t('top.empty_text')}</p>
      <Link className="button" to={paths.feed()}>
        <Icon name="star" />
        {t('top.see_photos')}
      </Link>
    </div>
  );
}

/** Shown if the ranking could not be loaded. */
export function TopFailed() {
  const { t } = useTranslation(['event', 'common']);
  return (
    <main className="page grid gap-4" id="content">
      <Note tone="error" title={t('top.failed')}>
        {t('top.failed_text')}
      </Note>
      <a className="button quiet" href={paths.top()}>
        <Icon name="refresh" />
        {t('common:error.try_again')}
      </a>
    </main>
  );
}
