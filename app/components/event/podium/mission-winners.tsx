import { Link } from '@remix-run/react';
import { thumbnailUrl } from '~/models/photo/rules';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import type { MissionWinnersView } from '../mission-views';
import { StarsCounted } from './stars-counted';
import { paths } from '~/paths';

/** Each mission that has a winner (rule `missions.winner`). */
export function MissionWinners({ winners }: { winners: MissionWinnersView }) {
  const altOf = usePhotoAlt();
  return (
    <section className="mt-6">
      <h2 className="mb-3.5">{winners.title}</h2>
      <ul className="grid gap-3 laptop:grid-cols-2">
        {winners.missions.map(({ text, to, stars, photos }) => (
          <li key={to} className="card grid gap-3">
            <div className="flex items-start justify-between gap-3">
              <Link className="link min-w-0 font-semibold wrap-anywhere" to={to}>
                <bdi>{text}</bdi>
              </Link>
              <StarsCounted count={stars} />
            </div>
            <ul className="flex flex-wrap gap-3">
              {photos.map((photo) => (
                <li key={photo.id} className="w-27">
                  <DialogLink
                    className="print keep no-underline"
                    to={paths.photo(photo.id, { from: 'top' })}
                  >
                    <span className="shot aspect-3/4">
                      <img
                        src={thumbnailUrl(photo.imageUrl, 320)}
                        alt={altOf(photo)}
                        loading="lazy"
                        decoding="async"
                      />
                    </span>
                  </DialogLink>
                  <p className="mt-1 text-center text-sm/tight font-semibold wrap-anywhere">
                    <bdi>{photo.userName}</bdi>
                  </p>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
