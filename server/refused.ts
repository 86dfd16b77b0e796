import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { drawRefusal } from '../app/entry.server';

// Errors outside Remix: programs get a line of JSON, people get a page in their language.

/** Paths for programs. They always get JSON, even if a browser opens them. */
const FOR_PROGRAMS = /^\/(?:api|webhooks|healthz|livez|readyz|metrics)(?:\/|$)/;

/** Whether a browser requests a document, as for links and forms, rather than a script. */
export function wantsPage({ headers, url = '' }: IncomingMessage): boolean {
  const isBrowser = headers.accept?.includes('text/html') ?? false;
  return isBrowser && !FOR_PROGRAMS.test(url.split('?', 1)[0] ?? '');
}

/** Sends the page that explains an error. */
export type DrawRefused = (
  request: Request,
  response: Response,
  refusal: Parameters<typeof drawRefusal>[1],
) => Promise<void>;

/**
 * Creates the sender of such pages.
 * @param draw renders the page in the application
 */
export function refusedPages(draw: typeof drawRefusal): DrawRefused {
  return async (request, response, refusal) => {
    const { cookie } = request.headers;
    const asked = new globalThis.Request(
      `${request.protocol}://${request.get('Host')}${request.originalUrl}`,
      { method: request.method, headers: cookie ? { Cookie: cookie } : {} },
    );
    const page = await draw(asked, { ...refusal, requestId: String(request.id) });
    response.status(refusal.status).type('html').send(page);
  };
}
