import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DownloadLink } from '~/components/shell/download-link';

/** Downloads of the photos, as JPEG or as stored, and of the ranking. */
export function DashboardDownloads({
  isBeside,
  hasResult,
}: {
  /** Whether another card is beside it. */
  isBeside: boolean;
  /** Whether the votes are counted. */
  hasResult: boolean;
}) {
  const { t } = useTranslation('organizer');
  return (
    <section className={`card ${isBeside ? 'laptop:col-span-6' : ''}`}>
      <h2>{t('downloads.title')}</h2>
      <div className="grid gap-2.5">
        <div className="grid">
          <DownloadLink to={organizerPaths.allPhotosZip({ format: 'jpeg' })} shortcut="z">
            {t('downloads.all_photos')}
          </DownloadLink>
          <WebpLink to={organizerPaths.allPhotosZip()} of={t('wrap.all')} />
        </div>
        <div className="grid">
          <DownloadLink to={paths.topPhotosZip({ format: 'jpeg' })} icon="podium">
            {t('downloads.top_photos')}
          </DownloadLink>
          <WebpLink to={paths.topPhotosZip()} of={t('wrap.best')} />
        </div>
        <DownloadLink to={paths.rankingCsv()} icon="file">
          {t('downloads.ranking')}
        </DownloadLink>
        <DownloadLink to={organizerPaths.photosCsv()} icon="file">
          {t('downloads.list')}
        </DownloadLink>
        {hasResult && (
          <DownloadLink to={organizerPaths.resultFile()} icon="file">
            {t('result.download')}
          </DownloadLink>
        )}
      </div>
    </section>
  );
}

/**
 * The same photos as they are stored.
 * @param of what the link above downloads
 */
function WebpLink({ to, of }: { to: string; of: string }) {
  const { t } = useTranslation('organizer');
  return (
    <DownloadLink
      to={to}
      className="quiet w-full justify-start border-transparent text-left text-sm text-ink-soft"
    >
      <span>
        <span className="sr-only">{of}: </span>
        {t('downloads.webp')}
      </span>
    </DownloadLink>
  );
}
