import { matchPath } from '@remix-run/react';
import { UPLOAD_MAX_BYTES } from '~/models/photo';
import { paths } from '~/paths';

/** The largest body that is no upload. */
const BODY_MAX_BYTES = 128 * 1024;
/** A refused upload is read on to its end, unseen, up to so many times the cap. */
export const DISCARD_FACTOR = 4;

/** The addresses that take a file. Each of their actions proves who asks before it reads anything. */
const UPLOADS = [
  paths.photoAdd(),
  paths.selfie(),
  paths.eventImage(),
  '/api/photos',
  '/api/users/selfie',
  '/api/events/:eventId/image',
];

/**
 * How large the body of a request may be, in bytes, before anybody has looked who sends it, and
 * whether it goes to a file as it comes. Those are capped once more where they are read, where a form
 * can still say so.
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
