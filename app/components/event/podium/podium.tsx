import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { PODIUM_STEPS } from '~/models/photo/star';
import { namesApart } from '~/models/event/names-apart';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Caption } from '~/components/event/print/print';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { EmptyStep, PODIUM_CLASS, Step, STEPS_CLASS } from './empty-step';
import type { RankedPhoto } from '~/components/event/event-views';
import { StarsCounted } from './stars-counted';
import { stepsOf } from './steps';
import { useSlide } from './use-slide';

/**
 * The photos in the first three places, each on its step (rule `ranking.podium`). A step without a photo shows an empty
 * frame: there are fewer than three, or one is gone since the count (rule `result.ranking`).
 * @param gone the places of those that are gone
 */
export function Podium({ rows, gone }: { rows: RankedPhoto[]; gone: number[] }) {
  const { t } = useTranslation('event');
  const altOf = usePhotoAlt();
  const list = useRef<HTMLOListElement>(null);
  useSlide(list, rows.map(({ id }) => id).join(' '));
  const rises = useFirstTime(rows.length > 0);
  const shortOf = namesApart(rows.map(({ userName }) => userName));
  const steps = stepsOf(rows, gone);
  const isCrowded = steps.length > PODIUM_STEPS;
  return (
    <ol
      ref={list}
      className={`${PODIUM_CLASS} ${rises ? 'rises' : ''} ${
        isCrowded ? 'crowded flex flex-wrap justify-center gap-x-2 gap-y-5' : STEPS_CLASS
      }`}
    >
      {steps.map((row, index) =>
        typeof row === 'number' ? (
          <EmptyStep key={`empty ${index}`} step={row} />
        ) : (
          <li
            key={row.id}
            className="flex min-w-0 flex-col items-center"
            id={`photo-${row.id}`}
            data-place={row.place}
          >
            <DialogLink
              className="print keep no-underline"
              to={paths.photo(row.id, { from: 'top' })}
            >
              <span className="shot aspect-3/4">
                <img
                  src={thumbnailUrl(row.imageUrl, 720)}
                  alt={row.isOwn ? t('star.own') : altOf(row)}
                  decoding="async"
                />
              </span>
              <Caption text={row.caption} />
            </DialogLink>
            <Step
              place={
                <>
                  <span className="sr-only">{t('top.place')}</span>
                  {row.place}
                </>
              }
            >
              <span className="line-clamp-2 max-w-full text-sm/tight font-bold wrap-anywhere">
                <bdi>{shortOf(row.userName)}</bdi>
              </span>
              {/* Hangs over the edge of the block, so that the three keep their heights. */}
              {row.isOwn && (
                <span className="pill absolute top-0 translate-y-[-60%] bg-night py-0 text-on-night">
                  {t('top.you')}
                </span>
              )}
              {row.note && <span className="text-xs">{row.note}</span>}
              <StarsCounted className="text-sm/body" count={row.favoriteCount} fill />
            </Step>
          </li>
        ),
      )}
    </ol>
  );
}

let hasRisen = false;

/**
 * Whether the podium is shown for the first time since the app hydrated, which animates it. A server-rendered
 * page is shown before scripts run, and stays as it is.
 */
function useFirstTime(isThere: boolean): boolean {
  const isHydrated = useHydrated();
  const [rises] = useState(isHydrated && isThere && !hasRisen);
  useEffect(() => {
    if (isThere) hasRisen = true;
  }, [isThere]);
  return rises;
}
