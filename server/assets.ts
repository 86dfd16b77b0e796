import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * A build's files: scripts, styles, pictures, fonts, each with a content hash in its name. They are not
 * documents, so they carry only the headers that matter for them: a first visit loads a dozen, and a page's
 * full headers weigh a kilobyte. A missing file falls through to the pages.
 * @param folder the folder with the files
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
      // SVG is the only kind that a browser opens as a document.
      if (path.endsWith('.svg')) {
        response.setHeader(
          'Content-Security-Policy',
          "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        );
      }
    },
  });
}
