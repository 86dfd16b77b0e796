import type { LoaderFunctionArgs } from '@remix-run/node';
import { checkHealth } from '~/models/health.server';

/** GET /healthz: 200 when database and storage answer, 503 with the failing part's name (C§2). */
export async function loader({ context }: LoaderFunctionArgs) {
  const health = await checkHealth(context.app);
  return Response.json(health, {
    status: health.status === 'ok' ? 200 : 503,
    headers: { 'Cache-Control': 'no-store' },
  });
}
