import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';

/**
 * Why the two names do not open an event, and the way in for who has joined it.
 * @param signIn where that leads
 */
export function CodeOnly({ signIn }: { signIn: string }) {
  const { t } = useTranslation(['auth', 'errors']);
  return (
    <Note tone="warn" title={t('errors:code_only')}>
      <Link className="button quiet slim mt-2" to={signIn}>
        {t('join.joined')}
      </Link>
    </Note>
  );
}
