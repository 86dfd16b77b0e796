import { Link } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import { paths } from '~/paths';
import { Icon, type IconName } from '../ui/icon';
import { Brand } from '../ui/logo';
import { SkipLink } from '../ui/skip-link';

const TABS = [
  { key: 'overview', to: paths.admin(), icon: 'info' },
  { key: 'storage', to: adminPaths.storage(), icon: 'server' },
  { key: 'events', to: adminPaths.events(), icon: 'calendar' },
  { key: 'users', to: adminPaths.users(), icon: 'users' },
  { key: 'payments', to: adminPaths.payments(), icon: 'tag' },
  { key: 'audit', to: adminPaths.audit(), icon: 'file' },
  { key: 'security', to: adminPaths.security(), icon: 'lock' },
] as const satisfies { key: string; to: string; icon: IconName }[];

export type AdminTab = (typeof TABS)[number]['key'];

/** The frame of the administrator's screens: the night bar, the sections as links, and the page below. */
export function AdminPage({ current, children }: { current: AdminTab; children: ReactNode }) {
  const { t } = useTranslation('admin');
  const tabs = useRef<HTMLElement>(null);
  // On a phone the last tabs are beyond the edge.
  useEffect(() => {
    const tab = tabs.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const bar = tabs.current?.getBoundingClientRect();
    if (!tab || !bar) return;
    if (tab.right > bar.right) tabs.current?.scrollBy(tab.right - bar.right, 0);
    if (tab.left < bar.left) tabs.current?.scrollBy(tab.left - bar.left, 0);
  }, [current]);
  return (
    <>
      <SkipLink />
      <header className="sky on-night">
        <div className="mx-auto flex max-w-page items-center gap-3.5 px-gutter py-3 laptop:px-10">
          <Link className="button quiet slim flex-none" to={paths.home()} reloadDocument>
            <Icon name="arrow-left" />
            {t('back')}
          </Link>
          <h1 className="min-w-0 flex-1 text-lg/[1.1] laptop:text-[1.375rem]">{t('settings')}</h1>
          <span className="hidden laptop:block">
            <Brand to={paths.home()} />
          </span>
        </div>
        <nav
          ref={tabs}
          className="mx-auto flex max-w-page gap-1 overflow-x-auto px-2 [scrollbar-width:none] max-md:justify-between max-md:gap-0 laptop:px-8"
          aria-label={t('sections')}
        >
          {TABS.map(({ key, to, icon }) => (
            <Link
              key={key}
              // A phone shows all sections at a glance.
              className="flex min-h-12 items-center gap-2 rounded-t-control px-3.5 text-sm/[inherit] font-semibold whitespace-nowrap text-on-night-soft no-underline aria-[current]:bg-table aria-[current]:text-ink max-md:px-[clamp(0.1875rem,1vw,0.625rem)] max-md:text-[clamp(var(--text-xs),3.6vw,var(--text-sm))]"
              to={to}
              aria-current={current === key ? 'page' : undefined}
            >
              <Icon name={icon} className="size-4.5 max-md:hidden" />
              {t(`tabs.${key}`)}
            </Link>
          ))}
        </nav>
      </header>
      <main className="page" id="content">
        {children}
      </main>
    </>
  );
}
