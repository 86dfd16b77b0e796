import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { isPlainClick } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { Slide } from '~/components/event/event-views';

/** A file name with the owner's name, in characters that every system accepts. */
const fileName = ({ userName, id }: Slide) =>
  `${
    userName
      .normalize('NFKD')
      .replace(/[^\w]+/g, '-')
      .replace(/^-|-$/g, '') || 'photo'
  }-${id}.webp`;

/**
 * Saves a photo. A phone passes the file to its share sheet. Other devices, and every device without scripts, download
 * it.
 */
export function SavePhoto({ photo }: { photo: Slide }) {
  const { t } = useTranslation('event');
  const canShare = useHydrated() && canShareFiles();

  async function share(event: MouseEvent<HTMLAnchorElement>) {
    if (!canShare || !isPlainClick(event)) return;
    event.preventDefault();
    const link = event.currentTarget;
    try {
      const file = await fileAt(link.href, fileName(photo));
      await navigator.share({ files: [file] });
    } catch (error) {
      // The share sheet was closed.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      window.location.assign(link.href);
    }
  }

  return (
    <a
      // Next to two other buttons, a phone has no room for its word.
      className="button quiet max-laptop:w-touch max-laptop:p-0"
      href={paths.photoFile(photo.id)}
      download={fileName(photo)}
      onClick={(event) => void share(event)}
    >
      <Icon name={canShare ? 'share' : 'download'} />
      <span className="max-laptop:sr-only">{t(canShare ? 'photo.save' : 'photo.download')}</span>
    </a>
  );
}

function canShareFiles(): boolean {
  const sample = new File([''], 'photo.webp', { type: 'image/webp' });
  // Without `canShare`, or if only links can be shared, it is a download.
  return 'canShare' in navigator && navigator.canShare({ files: [sample] });
}

async function fileAt(url: string, name: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`no photo: ${response.status}`);
  return new File([await response.blob()], name, { type: 'image/webp' });
}
