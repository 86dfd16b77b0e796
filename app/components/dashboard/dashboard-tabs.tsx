import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';

/** The two parts of an organizer's profile. */
export function DashboardTabs({ part }: { part: 'dashboard' | 'photos' }) {
  const { t } = useTranslation('organizer');
  return (
    <nav className="segments dashboard-tabs" aria-label={t('tabs.label')}>
      <Link to={paths.home('profile')} aria-current={part === 'dashboard' ? 'page' : undefined}>
        {t('tabs.dashboard')}
      </Link>
      <Link to={paths.ownPhotos('organizer')} aria-current={part === 'photos' ? 'page' : undefined}>
        {t('tabs.photos')}
      </Link>
    </nav>
  );
}
