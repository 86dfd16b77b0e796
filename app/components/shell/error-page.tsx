import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Brand } from '~/components/ui/logo';
import { isCode } from '~/models/error-code';
import { paths } from '~/paths';

/** The screen for everything that cannot be shown: 404 with texts of its own, and the rest. */
export function ErrorPage() {
  const { t } = useTranslation(['common', 'errors']);
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const isMissing = status === 404;

  return (
    <>
      <header className="sky on-night">
        <div className="brand-bar">
          <Brand to={paths.home()} />
        </div>
        <Lights />
      </header>
      <main className="error-page">
        <div className="print keep" aria-hidden="true">
          <span className="shot" />
          <span className="corner">{status}</span>
        </div>
        <h1>{isMissing ? t('not_found.title') : t('error.title')}</h1>
        <p className="text-ink-soft">{isMissing ? t('not_found.text') : reasonText(error, t)}</p>
        {!isMissing && (
          <a className="button big" href={`${pathname}${search}`}>
            <Icon name="refresh" />
            {t('error.try_again')}
          </a>
        )}
        <Link className={isMissing ? 'button big' : 'button quiet'} to={paths.home()}>
          <Icon name="home" />
          {t('not_found.home')}
        </Link>
      </main>
    </>
  );
}

/** What a refused page says: the rule's own words where there are any. */
function reasonText(error: unknown, t: TFunction<['common', 'errors']>): string {
  const code = isRouteErrorResponse(error) && (error.data as { code?: unknown } | null)?.code;
  return isCode(code) ? t(`errors:${code}`) : t('error.text');
}
