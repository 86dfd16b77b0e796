import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';
import { paths } from '~/paths';

/** A line above every screen of an organizer whose first password somebody else may have chosen. */
export function DoubtLine() {
  const { t } = useTranslation('account');
  return (
    <section className="page pb-4 laptop:pb-0" aria-label={t('doubt.title')}>
      <Note tone="warn" icon="key">
        {t('doubt.line')} <Link to={`${paths.settings()}#password-doubt`}>{t('doubt.look')}</Link>
      </Note>
    </section>
  );
}
