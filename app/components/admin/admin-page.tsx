import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Icon } from '../ui/icon';
import { Brand } from '../ui/logo';
import { SkipLink } from '../ui/skip-link';

/** The frame of the administrator's screens: night bar, the sections as links, one page below. */
export function AdminPage({
  current,
  children,
}: {
  current: 'overview' | 'storage';
  children: ReactNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <>
      <SkipLink />
      <header className="sky on-night">
        <div className="abar">
          <Link className="btn quiet slim" to={paths.home()}>
            <Icon name="arrow-left" />
            {t('back')}
          </Link>
          <h1>{t('settings')}</h1>
          <span className="laptop-only">
            <Brand to={paths.home()} />
          </span>
        </div>
        <nav className="tabs" aria-label={t('sections')}>
          <Link to={paths.admin()} aria-current={current === 'overview' ? 'page' : undefined}>
            <Icon name="info" />
            {t('tabs.overview')}
          </Link>
        </nav>
      </header>
      <main className="page" id="content">
        {children}
      </main>
    </>
  );
}
