import { createHash, timingSafeEqual } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { englishText } from '~/http/api.server';

export const metrics = [
  /**
   * `/metrics`: this server's figures for Prometheus (rule `screens.metrics`). 404 without METRICS_TOKEN, 401
   * for another token.
   */
  {
    path: '/metrics',
    answer: async ({ request, context }: LoaderFunctionArgs) => {
      const { env, metrics } = context.app;
      if (!env.METRICS_TOKEN || !metrics) {
        return Response.json({ message: englishText('page_not_found') }, { status: 404 });
      }
      if (!isAuthorized(request, env.METRICS_TOKEN)) {
        const headers = { 'WWW-Authenticate': 'Bearer' };
        const message = englishText('authentication_required');
        return Response.json({ message }, { status: 401, headers });
      }
      const headers = { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' };
      return new Response(await metrics.text(), { headers });
    },
  },
];

/** Compares hashes, because a comparison in constant time needs values of equal length. */
function isAuthorized(request: Request, token: string): boolean {
  const [, given = ''] =
    /^Bearer +(\S+) *$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(token));
}
