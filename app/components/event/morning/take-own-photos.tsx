import { useTranslation } from 'react-i18next';
import { morningPaths } from '~/morning-paths';
import { paths } from '~/paths';
import { jpegOf, useSend } from '~/components/event/keepsakes/use-send';
import { DownloadLink } from '~/components/shell/download-link';
import { Icon } from '~/components/ui/icon';
import type { MorningPhoto } from './morning-views';

/**
 * The reader's own photos as JPEG in one tap: through the share sheet, which includes a phone's gallery, if there is
 * one that accepts files; otherwise as a zip.
 */
export function TakeOwnPhotos({ photos }: { photos: MorningPhoto[] }) {
  const { t } = useTranslation('morning');
  const load = async () => {
    const files: File[] = [];
    // One after the other: a cheap phone does not have the memory for several decoded photos.
    for (const { id } of photos) files.push(await jpegOf(paths.photoFile(id), `photo-${id}.jpg`));
    return files;
  };
  const { canSend, send, isLoading, isReady } = useSend(load, t('failed'));
  const label = t('own', { count: photos.length });
  if (!canSend) {
    return (
      <DownloadLink to={morningPaths.ownPhotosZip({ format: 'jpeg' })} className="big w-full">
        {label}
      </DownloadLink>
    );
  }
  return (
    <button
      className="button big w-full"
      type="button"
      onClick={() => void send()}
      aria-disabled={isLoading ? true : undefined}
    >
      {isLoading ? <span className="spinner" /> : <Icon name="download" />}
      <span aria-live="polite">{isReady ? t('again') : label}</span>
    </button>
  );
}
