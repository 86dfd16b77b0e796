import type { CSSProperties } from 'react';
import type { TopPhoto } from '~/models/favorite';
import { thumbnailUrl } from '~/models/photo';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { StarsCounted } from './stars-counted';

/**
 * The ranking below the podium. Each row opens its photo.
 * @param most the stars of the first photo, which the meters are drawn against
 */
export function RankList({
  rows,
  start,
  most,
}: {
  rows: (TopPhoto & { place: number })[];
  start: number;
  most: number;
}) {
  return (
    <ol className="ranks" start={start}>
      {rows.map((row) => (
        <li key={row.id} id={`photo-${row.id}`}>
          <span className="position">{row.place}</span>
          <span className="print thumbnail">
            <img src={thumbnailUrl(row.imageUrl, 320)} alt="" loading="lazy" decoding="async" />
          </span>
          <div className="min-w-0 flex-1">
            <DialogLink className="cover" to={paths.photo(row.id, { from: 'top' })}>
              <bdi>{row.userName}</bdi>
            </DialogLink>
            <div
              className="meter"
              aria-hidden="true"
              style={{ '--v': `${Math.round((row.favoriteCount / most) * 100)}%` } as CSSProperties}
            />
          </div>
          <StarsCounted count={row.favoriteCount} />
        </li>
      ))}
    </ol>
  );
}
