import type { Member } from './guards.server';
import { takeReturnToken } from '~/models/session/return-link.server';
import { AHEAD_HEADER } from '~/browser/person';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { originOf } from './origin.server';
import { setOnceHeader } from './person.server';

/**
 * The URL of a private link that was just created, which can be taken once (rule `sign-in.return-link`). A
 * prefetched page leaves it to the page that is shown, and the response is marked as one-time.
 */
export async function takeReturnLink(
  args: RequestArgs,
  { actor, user }: Pick<Member, 'actor' | 'user'>,
): Promise<string | null> {
  if (args.request.headers.has(AHEAD_HEADER)) return null;
  const token = await takeReturnToken(args.context.app, { actor, user });
  if (token === null) return null;
  setOnceHeader(args.context);
  return originOf(args) + paths.returnLink(token);
}
