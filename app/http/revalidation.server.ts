import etag from 'etag';
import fresh from 'fresh';

/**
 * Marks an answer to a GET with an ETag, and tells whether its reader has it already.
 * @param headers the answer's; gets the ETag
 * @param source what decides the answer; `isWeak` says that it decides its meaning, not every byte
 * @returns the 304 to send instead, with these headers; null where the answer has to be sent
 */
export function markAnswer(
  request: Request,
  headers: Headers,
  { source, isWeak = false }: { source: string; isWeak?: boolean },
): Response | null {
  const tag = etag(source, { weak: isWeak });
  headers.set('ETag', tag);
  // Nothing else of the request counts: whoever sends If-None-Match by `fetch` sends
  // `Cache-Control: no-cache` with it, by the standard of fetch.
  const noneMatch = request.headers.get('If-None-Match') ?? undefined;
  if (!fresh({ 'if-none-match': noneMatch }, { etag: tag })) return null;
  return new Response(null, { status: 304, headers });
}
