import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * The files of a build: scripts, styles, pictures, fonts, each under a name that changes with its content.
 * None of them is a page, so they carry only the headers that mean something to a browser there: a first
 * visit loads a dozen of them, and all the headers of a page weigh a kilobyte. What is not there is left
 * to what answers pages.
 * @param folder where they lie
 */
export function serveAssets(folder: URL): RequestHandler {
  return sirv(fileURLToPath(folder), {
    brotli: true,
    gzip: true,
    etag: true,
    immutable: true,
    maxAge: 31_536_000,
    setHeaders: (response, path) => {
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      // The one kind that a browser opens as a document.
      if (path.endsWith('.svg')) {
        response.setHeader(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        );
      }
    },
  });
}
