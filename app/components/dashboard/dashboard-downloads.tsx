import { useTranslation } from 'react-i18next';
import { ALL_PHOTOS_ABOVE } from '~/models/event';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DownloadLink } from '~/components/shell/download-link';

/** Photos and ranking as files. */
export function DashboardDownloads({ participantCount }: { participantCount: number }) {
  const { t } = useTranslation('organizer');
  return (
    <section className="card laptop:col-span-5">
      <h2>{t('downloads.title')}</h2>
      <div className="grid gap-2.5">
        {participantCount > ALL_PHOTOS_ABOVE ? (
          <DownloadLink to={organizerPaths.allPhotosZip()}>
            {t('downloads.all_photos')}
          </DownloadLink>
        ) : (
          <p className="text-sm text-ink-soft">
            {t('downloads.all_photos_later', { min: ALL_PHOTOS_ABOVE + 1 })}
          </p>
        )}
        <DownloadLink to={paths.topPhotosZip()} icon="podium">
          {t('downloads.top_photos')}
        </DownloadLink>
        <DownloadLink to={paths.rankingCsv()} icon="file">
          {t('downloads.ranking')}
        </DownloadLink>
      </div>
    </section>
  );
}
