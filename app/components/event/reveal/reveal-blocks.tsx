import type { TFunction } from 'i18next';
import { StarsCounted } from '~/components/event/podium/stars-counted';
import type { RevealStage } from '~/models/event/reveal-stage';
import type { RevealedPhoto, RevealShow } from '~/models/event/shape';
import type { PodiumPlace } from '~/models/photo/star';
import { photosAt } from './reveal-words';
import { revealUrl } from './use-reveal';

/** How many prints fit on one block. */
const PRINTS_MAX = 3;

/** The podium's three blocks, which light up one after the other. */
export function RevealBlocks({
  show,
  stage,
  passed,
  nameAll,
  t,
}: {
  show: RevealShow;
  stage: RevealStage;
  passed: number;
  nameAll(photos: readonly RevealedPhoto[]): string;
  t: TFunction<'reveal'>;
}) {
  const shown = ([1, 2, 3] as const).map((place) => {
    const step = show.steps.find((one) => one.place === place);
    const isLit = step !== undefined && step.at <= passed;
    return { place, photos: isLit ? photosAt(show, place) : [] };
  });
  return (
    <ol className="blocks mx-auto grid w-full max-w-176 items-end gap-1.5 px-2.5">
      {shown.map(({ place, photos }) => (
        <li
          key={place}
          className="flex min-w-0 flex-col items-center"
          data-place={place}
          aria-hidden={photos.length === 0 || undefined}
        >
          {!isUp(stage, place) && photos.length > 0 && (
            <span className="landed flex max-w-36 justify-center">
              {photos.slice(0, PRINTS_MAX).map(({ id, imageUrl }) => (
                <span className="print keep" key={id}>
                  <span className="shot aspect-3/4">
                    <img src={revealUrl(imageUrl)} alt="" decoding="sync" />
                  </span>
                </span>
              ))}
            </span>
          )}
          <div
            className={`plinth mt-2 grid w-full content-start justify-items-center px-1 pt-2 pb-3 ${photos.length > 0 ? 'lit-up' : place === 1 && stage.name === 'cover' ? 'next-up' : ''}`}
          >
            <span className="font-display text-place">
              {photos.length > 0 && <span className="sr-only">{t(`place_${place}`)}: </span>}
              <span aria-hidden={photos.length > 0 || undefined}>{place}</span>
            </span>
            {photos.length > 0 && (
              <>
                <span className="line-clamp-2 max-w-full text-sm/tight font-bold wrap-anywhere">
                  <bdi>{nameAll(photos)}</bdi>
                </span>
                <StarsCounted className="text-sm/body" count={photos[0]?.stars ?? 0} fill />
              </>
            )}
            {place === 1 && stage.name === 'cover' && (
              <span className="text-sm font-bold">{t('cover.who')}</span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Whether the photos of a place are shown large in the air. */
function isUp(stage: RevealStage, place: PodiumPlace): boolean {
  return stage.name === 'first' ? place === 1 : stage.name === 'place' && stage.place === place;
}
