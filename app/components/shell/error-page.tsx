import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { BrandHeader } from '~/components/ui/logo';
import { isCode } from '~/models/error-code';
import { paths } from '~/paths';
import { useScreen } from '~/browser/screen';

/** What an error screen shows: a status, the error code if a rule refused, and when the page retries. */
export interface Refusal {
  status: number;
  code?: unknown;
  /** The seconds after which the page is requested again. */
  again?: number;
  /** The sentence with the id of a request that failed. */
  reference?: string;
}

/** The screen for everything that cannot be shown. A 404 has its own texts. */
export function ErrorPage() {
  const error = useRouteError();
  const { pathname, search } = useScreen();
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null };
  return <ErrorScreen {...(data as Refusal | null)} status={status} address={pathname + search} />;
}

/** The same without Remix, for requests that are refused before Remix sees them. */
export function ErrorScreen({
  status,
  code,
  again,
  reference,
  address,
}: Refusal & { address: string }) {
  const { t } = useTranslation(['common', 'errors']);
  const isMissing = status === 404;
  return (
    <>
      <BrandHeader>
        <Lights />
      </BrandHeader>
      <main className="@container/text mx-auto grid max-w-[26rem] grid-cols-[minmax(0,1fr)] justify-items-center gap-4 px-5 py-10 text-center">
        <div
          className="print keep mb-4 w-52 -rotate-4 px-2.5 pt-2.5 pb-0 large-text:max-w-4/5"
          aria-hidden="true"
        >
          <span className="shot blurred aspect-square" />
          <span className="px-1 py-3 text-right font-display text-[1.75rem]/none">{status}</span>
        </div>
        {again && <meta httpEquiv="refresh" content={String(again)} />}
        <h1>{titleText({ isMissing, again }, t)}</h1>
        <p className="text-ink-soft">
          {isMissing ? t('not_found.text') : again ? t('away.text') : reasonText(code, t)}{' '}
          {reference}
        </p>
        {!isMissing && (
          <a className="button big" href={address}>
            <Icon name="refresh" />
            {t('error.try_again')}
          </a>
        )}
        <a className={isMissing ? 'button big' : 'button quiet'} href={paths.home()}>
          <Icon name="home" />
          {t('not_found.home')}
        </a>
      </main>
    </>
  );
}

function titleText(
  { isMissing, again }: { isMissing: boolean; again?: number },
  t: TFunction<['common', 'errors']>,
): string {
  if (isMissing) return t('not_found.title');
  return again ? t('away.title') : t('error.title');
}

/** The text of a refused page: the rule's own text, if there is one. */
function reasonText(code: unknown, t: TFunction<['common', 'errors']>): string {
  return isCode(code) ? t(`errors:${code}`) : t('error.text');
}
