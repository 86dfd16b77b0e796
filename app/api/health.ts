import type { LoaderFunctionArgs } from '@remix-run/node';

export const health = [
  /**
   * 200 while database and storage answer and uploads have room, busy or not; 503 with the failing part's name.
   * What it tells is at most five seconds old, and comes within one.
   */
  {
    path: '/healthz',
    answer: async ({ context }: LoaderFunctionArgs) => {
      const health = await context.app.health.look();
      return tell(health, health.status === 'failing');
    },
  },

  /** 200 while requests should be sent here, 503 with the reason once they should not. */
  {
    path: '/readyz',
    answer: async ({ context }: LoaderFunctionArgs) => {
      const readiness = await context.app.health.readiness();
      return tell(readiness, readiness.status !== 'ready');
    },
  },
];

function tell(what: object, isFailing: boolean): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  if (!isFailing) return Response.json(what, { headers });
  headers.set('Retry-After', '5');
  return Response.json(what, { status: 503, headers });
}
