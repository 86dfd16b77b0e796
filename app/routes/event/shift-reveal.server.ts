import { redirect } from '@remix-run/node';
import type { RevealShow } from '~/models/event/shape';
import { REVEAL_MS } from '~/models/event/standings';

/**
 * A reveal whose places are all known, played from the instant in the URL's `from`.
 * @param addressOf the page's URL with an instant
 * @throws a redirect to the page from now on, if `from` is 0
 */
export function shiftReveal(
  show: RevealShow,
  request: Request,
  addressOf: (from: number) => string,
): RevealShow {
  const given = new URL(request.url).searchParams.get('from') ?? '';
  if (!/^\d{1,15}$/.test(given)) return show;
  const startsAt = Number(given);
  if (startsAt === 0) throw redirect(addressOf(show.now));
  return { ...show, startsAt, endsAt: startsAt + REVEAL_MS };
}
