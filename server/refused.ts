import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { drawRefusal } from '../app/entry.server';

// What is refused outside Remix: programs read a line of JSON, people a page in their language.

/** What programs ask: they get what is promised to them, whoever looks at it in a browser. */
const FOR_PROGRAMS = /^\/(?:api|webhooks|healthz|readyz)(?:\/|$)/;

/** Whether a browser asks for what it will show, as it does for links and forms, and no script. */
export function wantsPage({ headers, url = '' }: IncomingMessage): boolean {
  const isBrowser = headers.accept?.includes('text/html') ?? false;
  return isBrowser && !FOR_PROGRAMS.test(url.split('?', 1)[0] ?? '');
}

/** Answers with the page that says why something is refused. */
export type DrawRefused = (
  request: Request,
  response: Response,
  refusal: Parameters<typeof drawRefusal>[1],
) => Promise<void>;

/** @param draw writes the page, as the application does */
export function refusedPages(draw: typeof drawRefusal): DrawRefused {
  return async (request, response, refusal) => {
    const { cookie } = request.headers;
    const asked = new globalThis.Request(
      `${request.protocol}://${request.get('Host')}${request.originalUrl}`,
      { method: request.method, headers: cookie ? { Cookie: cookie } : {} },
    );
    const page = await draw(asked, refusal);
    response.status(refusal.status).type('html').send(page);
  };
}
