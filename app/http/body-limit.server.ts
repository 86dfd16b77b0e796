import { matchPath } from '@remix-run/react';
import { UPLOAD_MAX_BYTES } from '~/models/photo';
import { endpoints, sharing } from '~/endpoints';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';

/** The largest body that is no upload. */
const BODY_MAX_BYTES = 128 * 1024;
/** A refused upload is read to its end and dropped, up to so many times the cap. */
export const DISCARD_FACTOR = 4;

/** The addresses that take a file. Each of their actions calls its guard before it reads the body. */
const UPLOADS = [
  paths.photoAdd(),
  endpoints.imageAdd(),
  sharing.target(),
  paths.selfie(),
  organizerPaths.eventImage(),
  '/api/photos',
  '/api/users/selfie',
  '/api/events/:eventId/image',
];

/**
 * How large the body of a request may be, in bytes, before its sender is known, and whether it
 * is streamed to a file. Streamed ones are capped once more where they are read (uploads.server.ts):
 * only there can a form still say what was wrong.
 * @param path the address without its query; scripts ask for a page's data with `.data` behind it
 */
export function bodyLimit(
  path: string,
  contentType: string | undefined,
): { maxBytes: number; isStreamed: boolean } {
  const address = path.replace(/\.data$/, '');
  const isStreamed =
    /^multipart\/form-data\b/i.test(contentType ?? '') &&
    UPLOADS.some((pattern) => matchPath(pattern, address));
  return { maxBytes: isStreamed ? DISCARD_FACTOR * UPLOAD_MAX_BYTES : BODY_MAX_BYTES, isStreamed };
}
