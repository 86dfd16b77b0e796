import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { EmptyFace } from './slot-faces';

/** An empty slot of a visitor: it leads to the way in. */
export function VisitorSlot({ position }: { position: number }) {
  const { t } = useTranslation('own');
  return (
    <li className="slot min-w-0">
      <DialogLink
        className="vacant-slot h-full"
        to={paths.login({ next: paths.photosNew() })}
        aria-label={t('slot.add_label', { position })}
      >
        <EmptyFace position={position} />
      </DialogLink>
    </li>
  );
}
