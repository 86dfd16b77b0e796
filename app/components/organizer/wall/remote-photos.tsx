import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { SMALL_SIZES } from '~/components/event/print/photo-sizes';
import { useNextWork } from '../use-next-work';
import { PostForm } from '~/components/ui/post-form';
import type { RemotePhoto } from './wall-views';

/** What a button decides about a photo; also the name of its field. */
export type PhotoAct = 'skip' | 'unskip' | 'letThrough';

const WORDS = {
  skip: { label: 'skip', named: 'skip_label' },
  unskip: { label: 'skipped.again', named: 'skipped.again_label' },
  letThrough: { label: 'let', named: 'let_label' },
} as const;

/** Photos with one button each. Nothing without photos. */
export function RemotePhotos({
  title,
  hint,
  photos,
  act,
}: {
  title: string;
  hint?: string;
  photos: RemotePhoto[];
  act: PhotoAct;
}) {
  const id = useId();
  if (photos.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby={id}>
      <h2 className="m-0 text-h3" id={id}>
        {title}
      </h2>
      {hint && <p className="text-sm text-ink-soft">{hint}</p>}
      <PhotoGrid photos={photos} acts={() => [act]} labelId={id} />
    </section>
  );
}

/** Photos in rows of three on a phone, each with its buttons. */
export function PhotoGrid<Photo extends RemotePhoto>({
  photos,
  acts,
  above,
  labelId,
}: {
  photos: Photo[];
  acts: (photo: Photo) => PhotoAct[];
  /** A line above a photo. */
  above?: (photo: Photo) => ReactNode;
  labelId: string;
}) {
  const { t } = useTranslation('remote');
  const { list, noteWork } = useNextWork<HTMLUListElement>(photos);
  return (
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2.5"
      ref={list}
      tabIndex={-1}
      aria-labelledby={labelId}
    >
      {photos.map((photo) => (
        <li
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5"
          key={photo.id}
          data-work
          tabIndex={-1}
        >
          {above?.(photo)}
          <DialogLink className="print min-w-0 no-underline" to={paths.photo(photo.id)}>
            <img
              className="aspect-square"
              src={thumbnailUrl(photo.imageUrl, 320)}
              srcSet={photoSrcSet({ imageUrl: photo.imageUrl, width: photo.imageWidth })}
              sizes={SMALL_SIZES}
              alt={t('photo', { name: photo.owner.name })}
              loading="lazy"
              decoding="async"
            />
            <span className="truncate px-0.5 pt-1 text-sm/tight text-ink" aria-hidden="true">
              <bdi>{photo.owner.firstName}</bdi>
            </span>
          </DialogLink>
          {acts(photo).map((act) => (
            <PostForm key={act} action={organizerPaths.wall()} onSubmit={noteWork}>
              <input type="hidden" name={act} value={photo.id} />
              <button
                className={`button slim w-full px-1 leading-tight wrap-anywhere ${act === 'letThrough' ? '' : 'quiet'}`}
                aria-label={t(WORDS[act].named, { name: photo.owner.name })}
              >
                {t(WORDS[act].label)}
              </button>
            </PostForm>
          ))}
        </li>
      ))}
    </ul>
  );
}
