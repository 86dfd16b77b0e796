import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DownloadLink } from '~/components/shell/download-link';
import { Icon, type IconName } from '~/components/ui/icon';
import type { WrapView } from './dashboard-views';

/** What the organizer takes home: photos, lists, and files to print. */
export function TakeHome({ wrap }: { wrap: WrapView }) {
  const { photoCount, guestCount, size, rows } = wrap;
  const { t } = useTranslation('organizer');
  return (
    <section className="card laptop:col-span-7">
      <h2>{t('wrap.take')}</h2>
      {photoCount === 0 && <p className="text-ink-soft">{t('wrap.nothing')}</p>}
      <div className="divide-y divide-line">
        {photoCount > 0 && (
          <>
            <TakeHomeLink
              to={organizerPaths.allPhotosZip({ format: 'jpeg' })}
              icon="photos"
              title={t('wrap.all_jpeg')}
              shortcut="z"
              note={t('wrap.jpeg_note')}
            />
            <TakeHomeLink
              to={organizerPaths.allPhotosZip()}
              icon="photos"
              title={t('wrap.all_webp')}
              note={t('wrap.all_note', { count: photoCount, size })}
            />
            <TakeHomeLink
              to={organizerPaths.photosCsv()}
              icon="file"
              title={t('wrap.list')}
              note={t('wrap.lines', { count: photoCount })}
            />
          </>
        )}
        {rows.length > 0 && (
          <>
            <TakeHomeLink
              to={paths.topPhotosZip({ format: 'jpeg' })}
              icon="podium"
              title={t('wrap.best_jpeg')}
              note={t('wrap.jpeg_note')}
            />
            <TakeHomeLink
              to={paths.topPhotosZip()}
              icon="podium"
              title={t('wrap.best_webp')}
              note={t('wrap.best_note', { count: rows.length })}
            />
            <TakeHomeLink
              to={paths.rankingCsv()}
              icon="file"
              title={t('wrap.ranking')}
              note={t('wrap.lines', { count: rows.length })}
            />
            {wrap.hasResult && (
              <TakeHomeLink
                to={organizerPaths.resultFile()}
                icon="file"
                title={t('wrap.result')}
                note={t('wrap.result_note')}
              />
            )}
          </>
        )}
        {wrap.prints && <PrintLinks prints={wrap.prints} />}
        <TakeHomeLink
          to={organizerPaths.guestsCsv()}
          icon="users"
          title={t('wrap.guest_list')}
          note={t('wrap.lines', { count: guestCount })}
        />
      </div>
    </section>
  );
}

/** The album and the photo book, each in as many files as it has (rules `album.…`). */
function PrintLinks({ prints }: { prints: NonNullable<WrapView['prints']> }) {
  const { t } = useTranslation('organizer');
  const { albumParts, bookParts, bookPages } = prints;
  const titleOf = (what: 'album' | 'book', { part, parts }: { part: number; parts: number }) =>
    parts > 1 ? t(`wrap.${what}_part`, { part, parts }) : t(`wrap.${what}`);
  return (
    <>
      {partsOf(albumParts).map((part) => (
        <TakeHomeLink
          key={`album ${part}`}
          to={organizerPaths.album({ part })}
          icon="file"
          title={titleOf('album', { part, parts: albumParts })}
          note={t('wrap.album_note')}
        />
      ))}
      {partsOf(bookParts).map((part) => (
        <TakeHomeLink
          key={`book ${part}`}
          to={organizerPaths.photoBook({ part })}
          icon="file"
          title={titleOf('book', { part, parts: bookParts })}
          note={t('wrap.book_note', { count: bookPages })}
        />
      ))}
      {bookPages === 0 && <p className="py-3 text-sm text-ink-soft">{t('wrap.book_none')}</p>}
    </>
  );
}

const partsOf = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function TakeHomeLink(props: {
  to: string;
  icon: IconName;
  title: ReactNode;
  note: string;
  shortcut?: string;
}) {
  const { to, icon, title, note, shortcut } = props;
  return (
    <DownloadLink
      to={to}
      icon={icon}
      shortcut={shortcut}
      className="quiet w-full justify-start gap-3.5 rounded-none border-transparent px-0 text-left"
    >
      <span className="min-w-0 flex-1">
        {title} <small className="block text-sm/[inherit] font-normal text-ink-soft">{note}</small>
      </span>
      <Icon name="download" />
    </DownloadLink>
  );
}
