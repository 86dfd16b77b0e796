import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet, thumbnailUrl } from '~/models/photo';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { SheetPhoto, Voting } from './event-views';
import { StarButton } from './star-button';
import { Avatar } from '~/components/ui/avatar';

/** A photo on the contact sheet, in its own proportions: the print, its name, its star. */
export function PhotoPrint({
  photo,
  voting,
  filterUserId,
  isFirstRow,
}: {
  photo: SheetPhoto;
  voting: Voting;
  filterUserId?: number;
  /** Loaded at once; everything below waits until it comes near. */
  isFirstRow: boolean;
}) {
  const { t } = useTranslation('event');
  const ratio = photo.width / photo.height;
  const place = `photo-${photo.id}`;
  return (
    <li className="print" id={place} style={{ '--r': ratio.toFixed(4) } as CSSProperties}>
      <DialogLink
        className="shot"
        to={paths.photo(photo.id, { from: 'feed', userId: filterUserId })}
      >
        <img
          src={thumbnailUrl(photo.imageUrl, 640)}
          srcSet={photoSrcSet(photo)}
          sizes={sheetSizes(ratio)}
          width={photo.width}
          height={photo.height}
          alt={t('photo.alt', { name: photo.userName })}
          loading={isFirstRow ? undefined : 'lazy'}
          decoding="async"
          style={placeholderStyle(photo.placeholder)}
        />
      </DialogLink>
      <div className="caption">
        <Link to={paths.feed({ userId: photo.userId })}>
          <Avatar name={photo.userName} selfieUrl={photo.userSelfie} size="small" />
          <span>
            <bdi>{photo.userName}</bdi>
          </span>
        </Link>
        <StarButton
          photo={photo}
          voting={voting}
          next={`${paths.feed({ userId: filterUserId })}#${place}`}
        />
      </div>
    </li>
  );
}

/** Draws the few pixels that stand for a photo until its file is there. */
export function placeholderStyle(placeholder: string): CSSProperties {
  return { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' };
}

/** About how wide the sheet draws a photo: two portraits or one landscape a row on phones. */
function sheetSizes(ratio: number): string {
  return `(min-width: 60rem) ${Math.ceil(ratio * 20)}rem, ${ratio < 1.1 ? 46 : 92}vw`;
}
