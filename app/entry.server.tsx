import { Writable } from 'node:stream';
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { instanceFor, languageOf } from '~/i18n/i18n.server';
import { drawRefusal } from '~/refused-page.server';

// The exports that server.ts uses; it imports nothing else from the application.
export { api, describe } from '~/api';
export { files } from '~/files';
export { bodyLimit } from '~/http/body-limit.server';
export { translateBusyPages } from '~/http/busy-page.server';
export { cspFor } from '~/http/csp.server';
export { dialogPage } from '~/http/dialog-page.server';
export { orFailedPage } from '~/http/failed-page.server';
export { orAway } from '~/http/refusal.server';
export { drawRefusal };
export { startApp } from '~/start.server';
export type { LoopWatch } from '~/services/loop.server';
export type { Monitor } from '~/models/admin/monitor.server';
export { StartError } from '~/env.server';

/** The maximum time for rendering a page, in ms. */
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
  await context.app.loop.nextTurn();

  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <I18nextProvider i18n={i18n}>
        <RemixServer context={remixContext} url={request.url} nonce={context.nonce} />
      </I18nextProvider>,
      {
        nonce: context.nonce,
        // Sends the whole page in one piece: a part that is streamed later would need scripts to be put in place.
        onAllReady() {
          headers.set('Content-Type', 'text/html; charset=utf-8');
          if (isStorableForBack(remixContext)) {
            headers.set('Cache-Control', 'private, no-cache');
            headers.append('Vary', 'Cookie');
          } else headers.set('Cache-Control', 'private, no-store');
          const page = collect((body) => resolve(new Response(body, { headers, status })));
          pipe(page.on('error', reject));
        },
        // Scripts would fail in the same way, so the page has none.
        onShellError() {
          const failed = { status: 500, requestId: context.requestId };
          const html = { 'Content-Type': 'text/html; charset=utf-8' };
          drawRefusal(request, failed).then(
            (page) => resolve(new Response(page, { status: 500, headers: html })),
            reject,
          );
        },
        onError(error: unknown) {
          // A refusal, such as a method that a route does not have. Its screen is rendered.
          if (isRouteErrorResponse(error)) return;
          context.log.error({ err: error }, 'rendering failed');
          context.logFailure(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/**
 * Whether browsers may store a page for going back (rule `screens.back`). A screen may be stored if it
 * detects by itself what has changed and whose session it is; its copy on disk is only valid for the session
 * it was rendered for. Excluded are the dashboard, which may contain a private link that is shown once, and
 * messages, which count as read once they were requested.
 */
function isStorableForBack({
  staticHandlerContext: { matches, loaderData },
}: EntryContext): boolean {
  const data: unknown = loaderData[matches.at(-1)?.route.id ?? ''];
  // There is no data if an action or a loader threw.
  if (typeof data !== 'object' || data === null) return false;
  return isPolled(data) && !('messages' in data.marks || 'dashboard' in data);
}

function isPolled(data: object): data is { marks: object } {
  return 'marks' in data && typeof data.marks === 'object' && data.marks !== null;
}

/**
 * Collects a page. React writes it in pieces of 2 KB, and passing each through web streams and the compressor
 * takes longer than rendering.
 *
 * React 18 pads a piece with NUL bytes if the next multi-byte character does not fit; they would damage names
 * and texts. Pages contain no NUL bytes themselves.
 */
function collect(done: (page: Buffer<ArrayBuffer>) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece.includes(0) ? Buffer.from(piece.filter((byte) => byte !== 0)) : piece);
      next();
    },
    final(next) {
      done(Buffer.concat(pieces));
      next();
    },
  });
}

/** Logs unexpected errors. Refusals and disconnected clients are not errors. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log.error({ err: error }, 'request failed');
  context.logFailure(error);
}
