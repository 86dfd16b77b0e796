// What requests cost, against Express and pg with the same rows on the same PostgreSQL, in turns.
// Names on the command line select some of them.
import { startBare } from './support/bare';
import { fillEvent, type Filled } from './support/fill';
import {
  aim,
  load,
  middle,
  ratioOf,
  printTable,
  takeTurns,
  type Step,
  type Target,
} from './support/measure';
import { grainPicture } from './support/pictures';
import { onServer, type Stand } from './support/stand';

/** How much of the limit's speed each request has to reach, if there is an aim. */
const AIMS: Record<string, number> = { thumbnail: 0.7 };

export default function measureRequests(chosen: string[]): Promise<void> {
  return onServer({}, async (stand) => {
    const pictures = [await grainPicture()];
    const small = await fillEvent(stand, { count: 60, pictures });
    const large = await fillEvent(stand, { count: 1000, pictures, stored: 60 });
    const bares = [await startBare(stand, small), await startBare(stand, large)] as const;
    try {
      const rows = [];
      for (const [name, ours, limit] of await pairs(stand, { small, large }, bares)) {
        if (chosen.length > 0 && !chosen.some((part) => name.includes(part))) continue;
        const bare = bares.find(({ origin }) => origin === limit.origin) ?? bares[0];
        const [server, express] = [{ pids: [stand.pid] }, { pids: [bare.pid] }];
        // Until both are compiled.
        await load(ours, { ...server, seconds: 2 });
        await load(limit, { ...express, seconds: 1 });
        const turns = await takeTurns(
          () => load(ours, server),
          () => load(limit, express),
        );
        const ratio = ratioOf(turns, ({ rate }) => rate);
        const { ours: us, limit: them } = turns;
        rows.push([
          name,
          ...[us, them].map((costs) => middle(costs, ({ rate }) => rate).toFixed(0)),
          ratio.toFixed(2),
          AIMS[name]?.toFixed(2) ?? '',
          ...[us, them].map((costs) => middle(costs, ({ cpu }) => cpu).toFixed(2)),
        ]);
        aim(ratio >= (AIMS[name] ?? 0));
      }
      printTable(['request', 'ours/s', 'limit/s', 'ratio', 'aim', 'CPU ms', 'limit CPU ms'], rows);
    } finally {
      for (const bare of bares) bare.stop();
    }
  });
}

/** Each request by name, ours and the cheapest possible one. */
async function pairs(
  { origin }: Stand,
  { small, large }: { small: Filled; large: Filled },
  [bareSmall, bareLarge]: readonly [Pick<Stand, 'origin'>, Pick<Stand, 'origin'>],
): Promise<[name: string, ours: Target, limit: Target][]> {
  const ours = (path: string, headers: Record<string, string> = small.headers): Target => ({
    origin,
    headers,
    steps: [{ path }],
  });
  const limit = (path: string, bare = bareSmall): Target => ({
    origin: bare.origin,
    steps: [{ path }],
  });
  const marked = await small.guest.get(feedCallOf(small));
  const known = { ...small.headers, 'If-None-Match': marked.headers.get('ETag') ?? '' };
  const bareStars = starsOf(small).map(({ path, method, body }) => {
    const id = body ? (JSON.parse(body) as { photoId: number }).photoId : path.split('/').at(-1);
    return { path: `/star/${id}`, method };
  });
  return [
    ['/healthz', ours('/healthz'), limit('/healthz')],
    ['/api/user', ours('/api/user'), limit('/user')],
    ['thumbnail', ours(thumbnailOf(small)), limit(thumbnailOf(small))],
    ['feed call, 60', ours(feedCallOf(small)), limit('/feed')],
    ['feed call, 1,000', ours(feedCallOf(large), large.headers), limit('/feed', bareLarge)],
    ['poll, nothing new', ours(feedCallOf(small), known), limit('/unchanged')],
    [
      'star',
      { origin, headers: jsonOf(small), steps: starsOf(small) },
      { ...limit(''), steps: bareStars },
    ],
    ['/auth', ours('/auth', {}), limit('/healthz')],
    ['feed page, 60', ours('/feed'), limit('/page')],
    ['feed page, 1,000', ours('/feed', large.headers), limit('/page', bareLarge)],
  ];
}

/** Headers of a guest who sends JSON. */
export function jsonOf({ headers }: Filled): Record<string, string> {
  return { ...headers, 'Content-Type': 'application/json' };
}

export function feedCallOf({ eventId }: Filled): string {
  return `/api/photos/event/${eventId}`;
}

export function thumbnailOf({ photos }: Filled): string {
  return `/media/${photos.at(-1)?.imageKey}-720.webp`;
}

/** Three stars, each given and taken back. */
export function starsOf({ userId, photos }: Filled): Step[] {
  return photos.slice(1, 4).flatMap(({ id }): Step[] => [
    { path: '/api/favorites', method: 'POST', body: JSON.stringify({ userId, photoId: id }) },
    { path: `/api/favorites/${id}`, method: 'DELETE' },
  ]);
}
