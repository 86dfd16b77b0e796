import type { LoaderFunctionArgs } from '@remix-run/node';

/**
 * GET /healthz: 200 when database and storage answer, 503 with the failing part's name; what it tells
 * is at most five seconds old.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const health = await context.app.health();
  return Response.json(health, {
    status: health.status === 'ok' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
}
