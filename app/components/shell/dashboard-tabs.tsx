import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';

/** Two long names have to fit on a narrow phone. */
const CLASSES_TAB =
  'min-w-0 px-2 text-center leading-tight wrap-anywhere whitespace-normal laptop:px-3';

/** The two parts of an organizer's profile. */
export function DashboardTabs({ part }: { part: 'dashboard' | 'photos' }) {
  const { t } = useTranslation('organizer');
  return (
    <nav className="segments grid laptop:inline-grid" aria-label={t('tabs.label')}>
      <Link
        className={CLASSES_TAB}
        to={paths.home('profile')}
        aria-current={part === 'dashboard' ? 'page' : undefined}
      >
        {t('tabs.dashboard')}
      </Link>
      <Link
        className={CLASSES_TAB}
        to={paths.ownPhotos('organizer')}
        aria-current={part === 'photos' ? 'page' : undefined}
      >
        {t('tabs.photos')}
      </Link>
    </nav>
  );
}
