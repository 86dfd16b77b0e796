import { matchPath } from '@remix-run/react';
import { UPLOAD_MAX_BYTES } from '~/models/photo/rules';
import { endpoints, sharing } from '~/endpoints';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';

/** The largest body that is not an upload. */
const BODY_MAX_BYTES = 128 * 1024;
/** A refused upload is read and discarded up to this many times the cap. */
export const DISCARD_FACTOR = 4;

/** The paths that accept a file. Each of their actions calls its guard before it reads the body. */
const UPLOADS = [
  paths.photoAdd(),
  paths.photosNew(),
  endpoints.imageAdd(),
  sharing.target(),
  paths.selfie(),
  organizerPaths.eventImage(),
  '/api/photos',
  '/api/users/selfie',
  '/api/events/:eventId/image',
];

/**
 * The limit for a request's body in bytes before the sender is known, and whether it is streamed to a file.
 * Streamed bodies are limited again where they are read (uploads.server.ts), because only there a form can
 * report the error.
 * @param path the path without the query; scripts request a page's data with the suffix `.data`
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
