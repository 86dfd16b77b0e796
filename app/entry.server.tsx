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

// What server.ts needs of the application; it imports nothing else of it.
export { api } from '~/api';
export { files } from '~/files';
export { bodyLimit } from '~/http/body-limit.server';
export { wordBusyPages } from '~/http/busy-page.server';
export { cspFor } from '~/http/csp.server';
export { dialogPage } from '~/http/dialog-page.server';
export { orAway } from '~/http/refusal.server';
export { drawRefusal } from '~/refused-page.server';
export { startApp } from '~/start.server';
export type { LoopWatch } from '~/services/loop.server';
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
  await context.app.loop.goOn();

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
          headers.set('Content-Type', 'text/html; charset=utf-8');
          if (isKeptForBack(remixContext)) {
            headers.set('Cache-Control', 'private, no-cache');
            headers.append('Vary', 'Cookie');
          } else headers.set('Cache-Control', 'private, no-store');
          const page = collect((body) => resolve(new Response(body, { headers, status })));
          pipe(page.on('error', reject));
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
 * Whether a browser may have a page ready for who goes back to it (rule `screens.back`). A screen that finds out by itself what has
 * changed meanwhile, and for whom it is, may be kept; its copy on the disk counts for the session alone that it
 * was made for. The dashboard may hold a private link that is shown once, and messages count as read once they
 * were asked for.
 */
function isKeptForBack({ staticHandlerContext: { matches, loaderData } }: EntryContext): boolean {
  const data: unknown = loaderData[matches.at(-1)?.route.id ?? ''];
  // Where an action was refused, or a loader, there are none.
  if (typeof data !== 'object' || data === null) return false;
  return isPolled(data) && !('messages' in data.marks || 'dashboard' in data);
}

function isPolled(data: object): data is { marks: object } {
  return 'marks' in data && typeof data.marks === 'object' && data.marks !== null;
}

/**
 * Puts a page together. React writes it in pieces of 2 KB, and to hand each of them through web streams
 * and the compressor takes longer than to draw it.
 *
 * React 18 fills the end of a piece with NUL bytes when the next letter, of several bytes, does not
 * fit in; they would damage names and texts. No page contains any of its own.
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

/** Logs what no rule foresaw; refusals and clients that went away are no errors. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.log.error({ err: error }, 'request failed');
  context.noteFailure(error);
}
