import etag from 'etag';
import fresh from 'fresh';

/**
 * Sets the ETag of a response to a GET, and checks whether the client has it already.
 * @param headers the response's headers; gets the ETag
 * @param source what the response is computed from; `isWeak` if it fixes the meaning but not every byte. Or
 *   an existing ETag
 * @returns the 304 to send instead, with these headers; null if the response must be sent
 */
export function markAnswer(
  request: Request,
  headers: Headers,
  by: { source: string; isWeak?: boolean } | { tag: string },
): Response | null {
  const tag = 'tag' in by ? by.tag : etag(by.source, { weak: by.isWeak ?? false });
  headers.set('ETag', tag);
  // Other headers are ignored: by the fetch standard, `fetch` adds `Cache-Control: no-cache` to every request
  // with If-None-Match.
  const noneMatch = request.headers.get('If-None-Match') ?? undefined;
  if (!fresh({ 'if-none-match': noneMatch }, { etag: tag })) return null;
  return new Response(null, { status: 304, headers });
}
