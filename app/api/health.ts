import type { LoaderFunctionArgs } from '@remix-run/node';
import { seenOf } from '~/models/admin/reach.server';
import { VERSION } from '~/version.server';

export const health = [
  /** 200 as long as the process answers, because only a process that does not is worth a restart. */
  {
    path: '/livez',
    answer: async () => healthResponse({ status: 'alive' }, false),
  },

  /**
   * 200 while database and storage answer and uploads have room, even if they are slow; otherwise 503 with the failing
   * part's name; and the version. The result is at most five seconds old, and the answer comes within a second. The
   * doctor also learns what the server saw of its request (rule `admin.doctor`).
   */
  {
    path: '/healthz',
    answer: async ({ request, context }: LoaderFunctionArgs) => {
      const { app, clientAddress: address } = context;
      const health = await app.health.look();
      const seen = seenOf({ env: app.env, now: app.now() }, { request, address });
      return healthResponse({ ...health, version: VERSION, seen }, health.status === 'failing');
    },
  },

  /** 200 while requests should be sent here, otherwise 503 with the reason. */
  {
    path: '/readyz',
    answer: async ({ context }: LoaderFunctionArgs) => {
      const readiness = await context.app.health.readiness();
      return healthResponse(readiness, readiness.status !== 'ready');
    },
  },
];

function healthResponse(what: object, isFailing: boolean): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (!isFailing) return Response.json(what, { headers });
  headers.set('Retry-After', '5');
  return Response.json(what, { status: 503, headers });
}
