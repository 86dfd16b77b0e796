import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';

/**
 * The notice that an event can be opened only by its code, with a link for its members.
 * @param signIn the link's URL
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
