import { Link } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { forgetArrived, useSlotUpload, type SlotKey } from '~/browser/uploads/upload-views';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import type { OwnPhoto } from '~/components/event/event-views';
import { Bulb } from '~/components/ui/bulb';
import { SLOT_SIZES } from '~/components/event/print/photo-sizes';
import { placeholderStyle } from '~/components/event/print/print';

/** How long an arrived upload is remembered, so that its photo can develop, which takes 900 ms. */
const DEVELOPED_MS = 1000;

/**
 * A plate on the lower edge of the photo, high enough for a thumb without hiding more of it than needed. A large text
 * would hide the photo, so it is placed below.
 */
const RANK_CLASS =
  'pill absolute inset-x-0 bottom-0 min-h-6 justify-center gap-0.75 rounded-[1px] p-0.5 text-center no-underline before:absolute before:inset-x-0 before:-top-5 before:bottom-0 @max-[13rem]:relative @max-[13rem]:w-full';

/** A slot with its photo: links to the viewer, and to the confirmation to delete it. */
export function FilledSlot({
  slot,
  photo,
  back,
}: {
  slot: SlotKey;
  photo: OwnPhoto;
  /** Where to return after deleting; null if the photo cannot be deleted. */
  back: string | null;
}) {
  const { t } = useTranslation('event');
  const upload = useSlotUpload(slot);
  const { position, caption } = photo;
  const alt =
    caption === null
      ? t('photo.own_alt', { position })
      : t('photo.own_alt_caption', { position, caption });
  const arrived = upload?.phase === 'arrived' ? upload.id : null;

  useEffect(() => {
    if (arrived === null) return;
    const timer = setTimeout(() => forgetArrived(arrived), DEVELOPED_MS);
    return () => clearTimeout(timer);
  }, [arrived]);

  return (
    <li className="print min-w-0" id={`photo-${photo.id}`}>
      {photo.isLit !== null && <Bulb isLit={photo.isLit} />}
      <div className="relative">
        <DialogLink
          className={`shot aspect-3/4 ${arrived ? 'developed' : ''}`}
          to={paths.photo(photo.id, { from: 'profile' })}
        >
          <img
            src={thumbnailUrl(photo.imageUrl, 320)}
            srcSet={photoSrcSet(photo)}
            sizes={SLOT_SIZES}
            alt={photo.isLit ? t('photo.own_alt_lit', { alt }) : alt}
            decoding="async"
            style={placeholderStyle(photo.placeholder)}
          />
        </DialogLink>
        {photo.note && (
          <span
            className={`rank pointer-events-none wrap-anywhere whitespace-normal ${photo.isCalm ? '' : 'bad bg-danger-wash text-danger'} ${RANK_CLASS}`}
          >
            {/* A narrow slot has no room beside a name. */}
            {photo.isCalm && <Icon className="size-3.5 max-laptop:hidden" name="clock" />}
            {photo.note}
          </span>
        )}
        {photo.place && (
          <Link className={`rank bg-gold text-on-gold ${RANK_CLASS}`} to={paths.top()}>
            <Icon className="size-3.5 @max-[20rem]:hidden" name="podium" />
            {t(`podium.place_${photo.place}`)}
          </Link>
        )}
      </div>
      <div className="flex min-h-touch items-center justify-between pl-1.5">
        <span className="font-display leading-none">{photo.position}</span>
        {back && (
          <DialogLink
            className="icon-button"
            to={paths.photoDelete(photo.id, { next: back })}
            aria-label={t('slot.delete', { position: photo.position })}
          >
            <Icon name="trash" />
          </DialogLink>
        )}
      </div>
    </li>
  );
}
