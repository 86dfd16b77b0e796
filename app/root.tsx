import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useRouteLoaderData,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import textFiles from 'virtual:text-files';
import { isDone } from '~/browser/screen';
import { ErrorPage } from '~/components/shell/error-page';
import { OfflineBanner } from '~/components/shell/offline-banner';
import { ScrollMemory } from '~/components/shell/scroll-memory';
import { Toaster } from '~/components/shell/toaster';
import { ToastNotice } from '~/components/shell/toast-notice';
import { takeFlash } from '~/http/flash.server';
import { identify } from '~/http/guards.server';
import { translateToast } from '~/http/outcome.server';
import { personOf } from '~/http/person.server';
import { getSession } from '~/http/session.server';
import { languageOf, rememberLanguage, storedLanguage, translator } from '~/i18n/i18n.server';
import { isLanguage } from '~/i18n/languages';
import { memberOf } from '~/models/access';
import { isEndedCode } from '~/models/error-code';
import { setLanguage } from '~/models/user/write.server';
import { useNoteDrawn } from '~/browser/screen-data';
import { paths, safeNext } from '~/paths';
import stylesheet from '~/styles/app.css?url';
import displayFont from '~/styles/fonts/caprasimo.woff2?url';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Its data change only with a form. A loader's redirect that brings a notice loads a new document. */
export function shouldRevalidate({ formMethod, actionStatus }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined && isDone(actionStatus);
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: error && data ? `${errorTitle(error, data.errorTitles)} · Snapodium` : 'Snapodium' },
];

/**
 * Returns the language, the nonce and the session's flash message; `?lang=` sets the language and is removed
 * from the URL.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const url = new URL(request.url);
  const chosen = url.searchParams.get('lang');
  // In a printed code's URL, `lang` is only a default, which its own route handles.
  const isCode = url.pathname.startsWith('/e/');
  if (isLanguage(chosen) && !isCode) {
    const user = (await identify(args))?.user;
    if (user)
      await setLanguage(context.app.db, {
        actor: memberOf(user, context.app.today()),
        language: chosen,
      });
    url.searchParams.delete('lang');
    throw redirect(safeNext(url.pathname + url.search, paths.home()), {
      headers: { 'Set-Cookie': rememberLanguage(chosen) },
    });
  }

  const { value: toast, headers } = await takeFlash(args, 'toast');
  const t = await translator(request);
  const language = await languageOf(request);
  return data(
    {
      language,
      texts: textFiles[language],
      storedLanguage: storedLanguage(request),
      person: personOf(await getSession(args)),
      nonce: context.nonce,
      errorTitles: {
        missing: t('common:not_found.title'),
        ended: t('event:expired.title'),
        failed: t('common:error.title'),
      },
      toast: toast && (await translateToast(args, toast)),
    },
    { headers: headers ?? undefined },
  );
}

function errorTitle(
  error: unknown,
  titles: { missing: string; ended: string; failed: string },
): string {
  if (!isRouteErrorResponse(error)) return titles.failed;
  if (error.status === 404) return titles.missing;
  return isEndedCode((error.data as { code?: string } | null)?.code) ? titles.ended : titles.failed;
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  const { i18n } = useTranslation();
  // Browsers hide nonces from scripts, so the client renders an empty one to match.
  const nonce = typeof document === 'undefined' ? root?.nonce : '';
  return (
    <html lang={root?.language ?? i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0a2129" />
        <Meta />
        {/* Loaded in parallel with the style sheet; otherwise headings would wrap again when the font
            arrives. */}
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={displayFont}
          crossOrigin="anonymous"
        />
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Scripts cannot run without the texts, and would only discover them after all modules have
            loaded. */}
        {root?.texts && <link rel="modulepreload" href={root.texts} />}
        <Links />
      </head>
      <body>
        <OfflineBanner />
        <ToastNotice toast={root?.toast} />
        {children}
        <Toaster toast={root?.toast} />
        <ScrollMemory nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  useNoteDrawn();
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
