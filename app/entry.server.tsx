import { Transform } from 'node:stream';
import {
  createReadableStreamFromReadable,
  type ActionFunctionArgs,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { instanceFor, languageOf } from '~/i18n/i18n.server';

// What server.ts needs of the application; it imports nothing else of it.
export { bodyLimit } from '~/http/body-limit.server';
export { cspFor } from '~/http/csp.server';
export { startApp } from '~/start.server';
export { StartError } from '~/env.server';

/** How long a page may take to render before it is given up, in ms. */
export const streamTimeout = 10_000;

/** Renders a page in the reader's language, with the nonce of its Content-Security-Policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const i18n = await instanceFor(await languageOf(request));

  return new Promise((resolve, reject) => {
    let hasStarted = false;
    const { pipe, abort } = renderToPipeableStream(
      <I18nextProvider i18n={i18n}>
        <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
      </I18nextProvider>,
      {
        nonce: context.nonce,
        // The whole page at once: a part that comes later would need scripts to take its place.
        onAllReady() {
          hasStarted = true;
          const body = withoutPadding();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          headers.set('Cache-Control', 'private, no-store');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          if (hasStarted) context.log.error({ err: error }, 'rendering failed');
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/**
 * React 18 fills the end of a piece with NUL bytes when the next letter, of several bytes, does not
 * fit in; they would damage names and texts. No page contains any of its own.
 */
function withoutPadding(): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk),
  });
}

/** Logs what no rule foresaw; refusals and clients that went away are no errors. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log.error({ err: error }, 'request failed');
}
