import { useTranslation } from 'react-i18next';
import { ALL_PHOTOS_ABOVE } from '~/models/event/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DownloadLink } from '~/components/shell/download-link';

/** Downloads of the photos, as stored or as JPEG, and of the ranking. */
export function DashboardDownloads({
  participantCount,
  isBeside,
}: {
  participantCount: number;
  /** Whether another card stands beside it. */
  isBeside: boolean;
}) {
  const { t } = useTranslation('organizer');
  return (
    <section className={`card ${isBeside ? 'laptop:col-span-6' : ''}`}>
      <h2>{t('downloads.title')}</h2>
      <div className="grid gap-2.5">
        {participantCount > ALL_PHOTOS_ABOVE ? (
          <div className="grid">
            <DownloadLink to={organizerPaths.allPhotosZip()}>
              {t('downloads.all_photos')}
            </DownloadLink>
            <JpegLink
              to={organizerPaths.allPhotosZip({ format: 'jpeg' })}
              of={t('downloads.all_photos')}
            />
          </div>
        ) : (
          <p className="text-sm text-ink-soft">
            {t('downloads.all_photos_later', { min: ALL_PHOTOS_ABOVE + 1 })}
          </p>
        )}
        <div className="grid">
          <DownloadLink to={paths.topPhotosZip()} icon="podium">
            {t('downloads.top_photos')}
          </DownloadLink>
          <JpegLink to={paths.topPhotosZip({ format: 'jpeg' })} of={t('downloads.top_photos')} />
        </div>
        <DownloadLink to={paths.rankingCsv()} icon="file">
          {t('downloads.ranking')}
        </DownloadLink>
      </div>
    </section>
  );
}

/**
 * The same photos as JPEG for print shops (rule `files.jpeg-zip`).
 * @param of the label of the link above
 */
function JpegLink({ to, of }: { to: string; of: string }) {
  const { t } = useTranslation('organizer');
  return (
    <DownloadLink
      to={to}
      className="quiet w-full justify-start border-transparent text-sm text-ink-soft"
    >
      <span>
        <span className="sr-only">{of}: </span>
        {t('downloads.jpeg')}
      </span>
    </DownloadLink>
  );
}
