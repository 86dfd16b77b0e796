import etag from 'etag';
import fresh from 'fresh';

/**
 * Marks an answer to a GET with an ETag, and tells whether its reader has it already.
 * @param headers the answer's; gets the ETag
 * @param source what decides the answer; `isWeak` says that it decides its meaning, not every byte. Or
 *   its ETag, made earlier
 * @returns the 304 to send instead, with these headers; null where the answer has to be sent
 */
export function markAnswer(
  request: Request,
  headers: Headers,
  by: { source: string; isWeak?: boolean } | { tag: string },
): Response | null {
  const tag = 'tag' in by ? by.tag : etag(by.source, { weak: by.isWeak ?? false });
  headers.set('ETag', tag);
  // Nothing else of the request counts: whoever sends If-None-Match by `fetch` sends
  // `Cache-Control: no-cache` with it, by the standard of fetch.
  const noneMatch = request.headers.get('If-None-Match') ?? undefined;
  if (!fresh({ 'if-none-match': noneMatch }, { etag: tag })) return null;
  return new Response(null, { status: 304, headers });
}
