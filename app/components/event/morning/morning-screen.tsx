import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { morningPaths } from '~/morning-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Keepsakes } from '~/components/event/keepsakes/keepsakes';
import { NamingQuestion } from '~/components/event/keepsakes/naming-question';
import { Podium } from '~/components/event/podium/podium';
import { DownloadLink } from '~/components/shell/download-link';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import type { MorningView } from './morning-views';
import { OwnPrints, StarredPrints } from './morning-prints';
import { TakeOwnPhotos } from './take-own-photos';

/**
 * The morning after (rule `event.morning`): the podium in an open door, the organizer's thanks, what the reader gave
 * and got, downloads of their photos, and a way to add late ones (rule `photos.late`).
 */
export function MorningScreen({ morning }: { morning: MorningView }) {
  const { t } = useTranslation('morning');
  const { own, photosUntil, starred, thanks, all, until, keepsakes, naming } = morning;
  return (
    <main id="content">
      <h1 className="sr-only max-laptop:hidden">{t('title')}</h1>
      <Doorway morning={morning} />
      <div className="page mx-auto grid max-w-152 grid-cols-1 gap-7 pt-4">
        {thanks && (
          <section className="flex items-start gap-3.5">
            <Avatar name={thanks.name} selfieUrl={thanks.selfieUrl} />
            <div className="min-w-0 wrap-anywhere">
              <p className="text-lg/[1.4]">{t('thanks', { text: thanks.text })}</p>
              <p className="mt-1 text-sm text-ink-soft">
                <bdi>{thanks.name}</bdi>
              </p>
            </div>
          </section>
        )}
        {photosUntil && (
          <section className="card grid gap-3">
            <h2 className="m-0">{t('late.title', { day: photosUntil })}</h2>
            <p className="text-ink-soft">{t('late.text')}</p>
            <DialogLink className="button big w-full" to={paths.photosNew()}>
              <Icon name="plus" />
              {t('late.add')}
            </DialogLink>
          </section>
        )}
        {own.length > 0 && <OwnPrints photos={own} />}
        {naming && <NamingQuestion naming={naming} next={morningPaths.morning()} />}
        {starred.length > 0 && <StarredPrints photos={starred} />}
        <section className="grid gap-3">
          <h2 className="m-0">{t('take')}</h2>
          {/* Mails link to this part (rule `retention.mail`). */}
          {own.length > 0 && (
            <div id="take-mine">
              <TakeOwnPhotos photos={own} />
            </div>
          )}
          {all && (
            <div id="take-all">
              <DownloadLink
                to={morningPaths.allPhotosZip({ format: 'jpeg' })}
                className="quiet big w-full"
              >
                {t('all', all)}
              </DownloadLink>
            </div>
          )}
          <Note icon="calendar">{t('kept', { until })}</Note>
        </section>
        {keepsakes && <Keepsakes keepsakes={keepsakes} next={morningPaths.morning()} />}
      </div>
    </main>
  );
}

function Doorway({ morning }: { morning: MorningView }) {
  const { t } = useTranslation('morning');
  const { eventName, podium, photoCount, guestCount, starCount } = morning;
  const counts = {
    photos: t('photos', { count: photoCount }),
    guests: t('guests', { count: guestCount }),
  };
  const hasPodium = podium && podium.rows.length > 0;
  return (
    <section className="doorway on-night">
      <div className="grid gap-1 px-gutter pt-4 text-center wrap-anywhere">
        <h2 className="m-0 text-2xl/[1.15]">
          <bdi>{eventName}</bdi>
        </h2>
        <p className="text-sm text-on-night-soft">
          {starCount === null
            ? t('without_stars', counts)
            : t('totals', { ...counts, stars: t('stars', { count: starCount }) })}
        </p>
      </div>
      <div className="room">
        <span className="leaf left" aria-hidden="true" />
        <span className="leaf right" aria-hidden="true" />
        {hasPodium ? (
          <Podium {...podium} />
        ) : (
          <p className="lintel">
            {podium ? t('no_stars') : t('hidden')}
            {!podium && <Link to={paths.top()}>{t('to_top')}</Link>}
          </p>
        )}
      </div>
    </section>
  );
}
