import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { Caption } from '~/components/event/print/print';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { secondsToFirst, type RevealStage } from '~/models/event/reveal-stage';
import type { RevealedPhoto } from '~/models/event/shape';
import { revealUrl } from './use-reveal';

const CLASSES_AIR =
  'air flex flex-1 flex-wrap content-center items-center justify-center gap-3 px-5 py-4';

/** What hangs in the air: the photos of a place, or the covered print and the ring that counts down. */
export function RevealAir({
  stage,
  passed,
  photos,
  isWon,
  t,
}: {
  stage: RevealStage;
  passed: number;
  photos: readonly RevealedPhoto[];
  /** Whether the first place is the reader's. */
  isWon: boolean;
  t: TFunction<'reveal'>;
}) {
  const altOf = usePhotoAlt();
  if (stage.name === 'cover') {
    const left = secondsToFirst(passed);
    return (
      <div className={CLASSES_AIR}>
        <div className="print keep covered">
          <span className="shot aspect-3/4">
            <span
              className="seconds relative grid aspect-square place-items-center"
              role="timer"
              aria-label={t('cover.left', { count: left })}
            >
              <svg className="absolute inset-0" viewBox="0 0 100 100" aria-hidden="true">
                <circle cx="50" cy="50" r="45" />
                <circle cx="50" cy="50" r="45" pathLength="10" strokeDasharray={`${left} 10`} />
              </svg>
              <span>{left}</span>
            </span>
          </span>
          <div className="min-h-10" />
        </div>
      </div>
    );
  }
  return (
    <div className={CLASSES_AIR} style={{ '--n': photos.length } as CSSProperties}>
      {photos.map((photo) => (
        <figure
          key={photo.id}
          className={stage.name === 'first' ? 'print keep won' : 'print keep'}
          style={{ '--r': (photo.width / photo.height).toFixed(4) } as CSSProperties}
        >
          <span className="shot aspect-(--r)">
            <img
              src={revealUrl(photo.imageUrl)}
              width={photo.width}
              height={photo.height}
              alt={altOf(photo)}
              decoding="sync"
            />
          </span>
          <figcaption>
            <Caption text={photo.caption} />
            {!isWon && (
              <p className="by truncate">
                <bdi>{photo.userName}</bdi>
              </p>
            )}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
