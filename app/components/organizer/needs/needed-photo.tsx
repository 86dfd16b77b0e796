import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { WaitingActs } from '~/components/organizer/waiting/waiting-acts';
import type { WaitingPhoto } from '~/components/organizer/waiting/waiting-views';
import { NeedCard } from './need-card';

/** The photo that has waited longest, with its approval. */
export function NeededPhoto({
  photo,
  count,
  next,
  onDecide,
}: {
  photo: WaitingPhoto;
  count: number;
  next: string;
  onDecide: () => void;
}) {
  const { t } = useTranslation('organizer');
  const { owner, caption } = photo;
  return (
    <NeedCard
      icon="clock"
      title={t('waiting.title')}
      count={count}
      all={organizerPaths.waiting()}
      act={<WaitingActs photo={photo} next={next} onDecide={onDecide} />}
    >
      <div className="grid grid-cols-[3.75rem_minmax(0,1fr)] gap-3">
        <div className="print self-start p-1">
          <DialogLink className="shot aspect-3/4" to={paths.photo(photo.id)}>
            <img
              src={thumbnailUrl(photo.imageUrl, 320)}
              alt={t('waiting.label', { name: owner.name })}
            />
          </DialogLink>
        </div>
        <div className="min-w-0">
          <p className="font-semibold text-ink">
            <bdi>{owner.name}</bdi>
          </p>
          <p>{photo.added}</p>
          {caption !== null && (
            <p className="line-clamp-2" dir="auto">
              {t('needs.quoted', { text: caption })}
            </p>
          )}
        </div>
      </div>
    </NeedCard>
  );
}
