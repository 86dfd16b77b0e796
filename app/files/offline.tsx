import type { LoaderFunctionArgs } from '@remix-run/node';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { OfflinePage } from '~/components/shell/offline-page';
import { instanceFor, languageOf } from '~/i18n/i18n.server';

/**
 * GET /offline: the page that the service worker shows for pages that are not cached. A document without a
 * session and without Remix, which would not hydrate under a URL other than its own.
 */
export async function sendOfflinePage({ request }: LoaderFunctionArgs): Promise<Response> {
  const language = await languageOf(request);
  const i18n = await instanceFor(language);
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <OfflinePage />
    </I18nextProvider>,
  );
  return new Response(`<!doctype html>${page}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'private, no-cache',
    },
  });
}
