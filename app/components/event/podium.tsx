import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo';
import { firstName } from '~/models/user';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { useHydrated } from '~/components/ui/use-hydrated';
import { EmptyStep } from './empty-step';
import type { RankedPhoto } from './event-views';
import { StarsCounted } from './stars-counted';
import { useSlide } from './use-slide';

const STEPS = [1, 2, 3] as const;

/** The three highest photos on their steps; a step without a photo keeps an empty frame. */
export function Podium({ rows }: { rows: RankedPhoto[] }) {
  const { t } = useTranslation('event');
  const list = useRef<HTMLOListElement>(null);
  useSlide(list, rows.map(({ id }) => id).join(' '));
  const rises = useFirstTime(rows.length > 0);
  return (
    <ol ref={list} className={rises ? 'podium rises' : 'podium'}>
      {STEPS.map((step) => {
        const row = rows[step - 1];
        if (!row) return <EmptyStep key={step} step={step} />;
        return (
          <li key={row.id} id={`photo-${row.id}`} data-place={row.place}>
            <DialogLink className="print keep" to={paths.photo(row.id, { from: 'top' })}>
              <span className="shot">
                <img
                  src={thumbnailUrl(row.imageUrl, 720)}
                  alt={row.isOwn ? t('star.own') : t('photo.alt', { name: row.userName })}
                  decoding="async"
                />
              </span>
            </DialogLink>
            <div className="step">
              <span className="place">
                <span className="sr-only">{t('top.place')}</span>
                {row.place}
              </span>
              <span className="who">
                <bdi>{firstName(row.userName)}</bdi>
              </span>
              {row.isOwn && <span className="pill you">{t('top.you')}</span>}
              <StarsCounted count={row.favoriteCount} fill />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

let hasRisen = false;

/**
 * Whether the podium is shown for the first time since the app came alive: then it rises. A page from the
 * server stands before any script runs, and stays as it is.
 */
function useFirstTime(isThere: boolean): boolean {
  const isHydrated = useHydrated();
  const [rises] = useState(isHydrated && isThere && !hasRisen);
  useEffect(() => {
    if (isThere) hasRisen = true;
  }, [isThere]);
  return rises;
}
