import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';

/** Says that files of photos are gone or damaged (rule `storage.damage`); nothing where all are there. */
export function DamagedPhotos({ count }: { count: number }) {
  const { t } = useTranslation('organizer');
  if (count === 0) return null;
  return (
    <Note tone="warn" icon="alert">
      {t('downloads.damaged', { count })}
    </Note>
  );
}
