import { memo, type CSSProperties, type FormEvent } from 'react';
import { photoSrcSet, thumbnailUrl, type PhotoList } from '~/models/photo/rules';
import { firstName } from '~/models/user/rules';
import { paths } from '~/paths';
import type { SheetPhoto } from '~/components/event/event-views';
import { sheetSizes, SMALL_SIZES } from './photo-sizes';
import { StarButton } from '~/components/event/stars/star-button';

/** When a photo's file is loaded: first, with the page, or once it comes near. */
export type Loading = 'first' | 'at once' | 'near';

// React 18 only passes on the lower-case form of this attribute.
const LOADING = {
  first: { fetchpriority: 'high' },
  'at once': {},
  near: { loading: 'lazy' },
} as const;

/** The texts of a print, by its owner's name. */
export interface PrintWords {
  /** The alternative text. */
  alt(photo: SheetPhoto): string;
  /** What the user's own print shows instead of the name. */
  own: string;
  /** The star button's label. */
  star(name: string): string;
}

/**
 * A photo on the contact sheet in its own proportions: the print, its name, its star. Its links are plain ones that the
 * sheet handles (`useFollowLinks`). It re-renders only if its props change.
 */
export const PhotoPrint = memo(function PhotoPrint({
  photo,
  words,
  isStarred,
  isVotingOn,
  isVisitor,
  onStar,
  from,
  userId,
  page,
  isSmall,
  loading,
  isNew,
}: {
  photo: SheetPhoto;
  words: PrintWords;
  isStarred: boolean;
  isVotingOn: boolean;
  isVisitor: boolean;
  onStar(event: FormEvent<HTMLFormElement>): void;
  /** The list that it is in, and the member if that shows only one's photos. */
  from: PhotoList;
  userId?: number;
  /** The URL of a page of that list with the photo. */
  page: string;
  isSmall: boolean;
  loading: Loading;
  /** Whether it appeared while the user was looking; it then fades in. */
  isNew: boolean;
}) {
  const ratio = photo.width / photo.height;
  const place = `photo-${photo.id}`;
  // The user's own print has no star: the words take its place.
  const isPlainOwn = photo.isOwn && !photo.note && !isSmall;
  return (
    <li className="print" id={place} style={{ '--r': ratio.toFixed(4) } as CSSProperties}>
      <a
        className={isNew ? 'shot developed' : 'shot'}
        href={paths.photo(photo.id, { from, userId })}
      >
        <img
          src={thumbnailUrl(photo.imageUrl, 720)}
          srcSet={photoSrcSet(photo)}
          sizes={isSmall ? SMALL_SIZES : sheetSizes(ratio)}
          width={photo.width}
          height={photo.height}
          alt={words.alt(photo)}
          decoding="async"
          {...LOADING[loading]}
          style={placeholderStyle(photo.placeholder)}
        />
      </a>
      <div className="foot">
        <div className="min-w-0 flex-1">
          {photo.mission && (
            <a className="mission" href={photo.mission.to}>
              <span className="line-clamp-2">{photo.mission.text}</span>
            </a>
          )}
          <Caption text={photo.caption} />
          <a href={paths.feed({ userId: photo.userId })}>
            {isPlainOwn ? words.own : <FirstName of={photo.userName} />}
          </a>
        </div>
        {!isPlainOwn && (
          <StarButton
            photo={photo}
            isOn={isStarred}
            voting={{ isEnabled: isVotingOn, isVisitor }}
            label={words.star(photo.userName)}
            onSend={onStar}
            next={`${page}#${place}`}
          />
        )}
      </div>
    </li>
  );
});

/** A photo's caption, as it was written. */
export function Caption({ text }: { text: string | null }) {
  return (
    text !== null && (
      <p className="written">
        <bdi>{text}</bdi>
      </p>
    )
  );
}

/** The first name for display, because half a phone's width has no room for more; the whole name for screen readers. */
function FirstName({ of: name }: { of: string }) {
  const first = firstName(name);
  return (
    <bdi>
      {first}
      <span className="sr-only">{name.trim().slice(first.length)}</span>
    </bdi>
  );
}

/** Shows the tiny preview until the photo's file is loaded. */
export function placeholderStyle(placeholder: string): CSSProperties {
  return { backgroundImage: `url("${placeholder}")`, backgroundSize: 'cover' };
}
