import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { EmptyFace, VACANT_CLASS } from './slot-faces';

/** A visitor's empty slot, which opens the page that adds photos. */
export function VisitorSlot({ position }: { position: number }) {
  const { t } = useTranslation('event');
  return (
    <li className="min-w-0">
      <DialogLink
        className={`h-full ${VACANT_CLASS}`}
        to={paths.photosNew()}
        aria-label={t('slot.add_label', { position })}
      >
        <EmptyFace position={position} />
      </DialogLink>
    </li>
  );
}
