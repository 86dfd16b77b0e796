import { useTranslation } from 'react-i18next';
import type { TopPhoto } from '~/models/favorite';
import { thumbnailUrl } from '~/models/photo';
import { firstName } from '~/models/user';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { StarsCounted } from './stars-counted';

const STEPS = [1, 2, 3] as const;

/** The three highest photos on their steps; a step without a photo keeps an empty frame. */
export function Podium({ rows }: { rows: (TopPhoto & { place: number })[] }) {
  const { t } = useTranslation('event');
  return (
    <ol className="podium">
      {STEPS.map((step) => {
        const row = rows[step - 1];
        if (!row) return <EmptyStep key={step} step={step} />;
        return (
          <li key={row.id} id={`photo-${row.id}`}>
            <DialogLink className="print keep" to={paths.photo(row.id, { from: 'top' })}>
              <span className="shot">
                <img
                  src={thumbnailUrl(row.imageUrl, 720)}
                  alt={t('photo.alt', { name: row.userName })}
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
              <StarsCounted count={row.favoriteCount} fill />
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function EmptyStep({ step }: { step: number }) {
  return (
    <li aria-hidden="true">
      <span className="print vacant">
        <span className="shot" />
      </span>
      <div className="step">
        <span className="place">{step}</span>
      </div>
    </li>
  );
}
