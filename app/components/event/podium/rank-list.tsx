import { useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { RankedPhoto } from '~/components/event/event-views';
import type { MissionWinnersView } from '../mission-views';
import { MissionWinners } from './mission-winners';
import { StarsCounted } from './stars-counted';
import { useSlide } from './use-slide';

/**
 * The ranking below the podium, if there are more places, and the winners of the missions. Each row links to its photo.
 * @param most the stars of the first photo, the maximum of the meters
 */
export function RankList({
  rows,
  winners,
  start,
  most,
}: {
  rows: RankedPhoto[];
  winners: MissionWinnersView | null;
  start: number;
  most: number;
}) {
  const { t } = useTranslation('event');
  const list = useRef<HTMLOListElement>(null);
  useSlide(list, rows.map(({ id }) => id).join(' '));
  return (
    <>
      {rows.length > 0 && (
        <ol ref={list} className="ranks" start={start}>
          {rows.map((row) => (
            <li key={row.id} id={`photo-${row.id}`}>
              <span className="w-9 text-center font-display text-2xl/none text-ink-soft">
                {row.place}
              </span>
              <span className="print">
                <img src={thumbnailUrl(row.imageUrl, 320)} alt="" loading="lazy" decoding="async" />
              </span>
              <div className="min-w-0 flex-1">
                <DialogLink
                  className="font-semibold no-underline"
                  to={paths.photo(row.id, { from: 'top' })}
                >
                  <bdi>{row.userName}</bdi>
                  {row.isOwn && (
                    <>
                      {' '}
                      <span className="pill bg-gold px-2 py-0 text-on-gold">{t('top.you')}</span>
                    </>
                  )}
                </DialogLink>
                {row.caption !== null && (
                  <p className="text-sm/body wrap-anywhere text-ink-soft">
                    <bdi>{row.caption}</bdi>
                  </p>
                )}
                <div
                  className="meter"
                  aria-hidden="true"
                  style={
                    { '--v': `${Math.round((row.favoriteCount / most) * 100)}%` } as CSSProperties
                  }
                />
              </div>
              <StarsCounted count={row.favoriteCount} />
            </li>
          ))}
        </ol>
      )}
      {winners && <MissionWinners winners={winners} />}
    </>
  );
}
