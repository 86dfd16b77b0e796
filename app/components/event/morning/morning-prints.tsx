import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { firstName } from '~/models/user/rules';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { StarsCounted } from '~/components/event/podium/stars-counted';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { SLOT_SIZES } from '~/components/event/print/photo-sizes';
import { placeholderStyle } from '~/components/event/print/print';
import type { MorningPhoto, MorningView } from './morning-views';

/** What the reader got: their own photos, with stars and place. */
export function OwnPrints({ photos }: { photos: MorningView['own'] }) {
  const { t } = useTranslation(['morning', 'event']);
  const places = photos.flatMap(({ place }) => place ?? []);
  const total = photos.reduce((sum, { stars }) => sum + (stars ?? 0), 0);
  const stars = t('morning:stars', { count: total });
  const placeOf = (count: number) => t('morning:place', { count, ordinal: true });
  return (
    <section className="grid gap-3">
      <h2 className="m-0">{t('morning:yours')}</h2>
      {photos.some((photo) => photo.stars !== null) && (
        <p className="-mt-2 text-sm text-ink-soft">
          {places.length > 0
            ? t('morning:best', { stars, place: placeOf(Math.min(...places)) })
            : t('morning:got', { stars })}
        </p>
      )}
      <ul className="grid grid-cols-3 gap-2.5">
        {photos.map((photo) => (
          <Print
            key={photo.id}
            photo={photo}
            alt={
              photo.caption === null
                ? t('event:photo.own_alt', { position: photo.position })
                : t('event:photo.own_alt_caption', {
                    position: photo.position,
                    caption: photo.caption,
                  })
            }
          >
            {photo.stars !== null && <StarsCounted count={photo.stars} />}
            {photo.note && (
              <bdi className="min-w-0 font-normal wrap-anywhere text-ink-soft">{photo.note}</bdi>
            )}
          </Print>
        ))}
      </ul>
    </section>
  );
}

/** What the reader gave: the photos that have one of their stars. */
export function StarredPrints({ photos }: { photos: MorningPhoto[] }) {
  const { t } = useTranslation('morning');
  const altOf = usePhotoAlt();
  return (
    <section className="grid gap-3">
      <h2 className="m-0">{t('given')}</h2>
      <p className="-mt-2 text-sm text-ink-soft">{t('given_text')}</p>
      <ul className="grid grid-cols-3 gap-2.5">
        {photos.map((photo) => (
          <Print key={photo.id} photo={photo} alt={altOf(photo)}>
            <bdi className="min-w-0 wrap-anywhere">{firstName(photo.userName)}</bdi>
          </Print>
        ))}
      </ul>
    </section>
  );
}

function Print({
  photo,
  alt,
  children,
}: {
  photo: MorningPhoto;
  alt: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('morning');
  return (
    <li className="print min-w-0" id={`photo-${photo.id}`}>
      <DialogLink className="shot aspect-3/4" to={paths.photo(photo.id, { from: 'profile' })}>
        <img
          src={thumbnailUrl(photo.imageUrl, 320)}
          srcSet={photoSrcSet(photo)}
          sizes={SLOT_SIZES}
          alt={alt}
          decoding="async"
          style={placeholderStyle(photo.placeholder)}
        />
      </DialogLink>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-1 px-1 text-sm font-semibold">
        {children}
        {photo.place !== null && (
          <span className="font-normal text-ink-soft tabular-nums">
            {t('place', { count: photo.place, ordinal: true })}
          </span>
        )}
      </div>
    </li>
  );
}
