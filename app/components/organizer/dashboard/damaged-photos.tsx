import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';

/** The notice that photo files are missing or damaged (rule `storage.damage`); nothing if there are none. */
export function DamagedPhotos({ count }: { count: number }) {
  const { t } = useTranslation('organizer');
  if (count === 0) return null;
  return (
    <Note tone="warn" icon="alert">
      {t('downloads.damaged', { count })}
    </Note>
  );
}
