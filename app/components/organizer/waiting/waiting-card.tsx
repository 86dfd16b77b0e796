import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { sizesOf } from '~/components/event/print/photo-sizes';
import { Caption } from '~/components/event/print/print';
import { WaitingActs } from './waiting-acts';
import type { WaitingPhoto } from './waiting-views';

/** One per row on a phone, two or three on a wider screen. */
const WAITING_SIZES = sizesOf({ phone: '92vw', tablet: '45vw', laptop: '20rem' });

/** A photo that waits, with what the organizer may do. */
export function WaitingCard({ photo, onDecide }: { photo: WaitingPhoto; onDecide: () => void }) {
  const { t } = useTranslation('organizer');
  const { owner } = photo;
  const label = t('waiting.label', { name: owner.name });
  return (
    <article
      className="card grid h-full grid-rows-[auto_1fr_auto] gap-3 rounded-[0.625rem] p-2.5"
      aria-label={label}
    >
      <DialogLink to={paths.photo(photo.id)}>
        <img
          className="aspect-4/3 w-full rounded-[2px] bg-sunk object-cover"
          src={thumbnailUrl(photo.imageUrl, 720)}
          srcSet={photoSrcSet({ imageUrl: photo.imageUrl, width: photo.imageWidth })}
          sizes={WAITING_SIZES}
          alt={label}
          loading="lazy"
          decoding="async"
        />
      </DialogLink>
      <div className="grid content-start gap-1 px-1">
        <Caption text={photo.caption} />
        <p className="flex flex-wrap justify-between gap-x-3 text-sm/[inherit]">
          <Link className="font-semibold wrap-anywhere" to={paths.feed({ userId: owner.id })}>
            <bdi>{owner.name}</bdi>
          </Link>
          <span className="text-ink-soft">{photo.added}</span>
        </p>
      </div>
      <WaitingActs photo={photo} next={organizerPaths.waiting()} onDecide={onDecide} />
    </article>
  );
}
