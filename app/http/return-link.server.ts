import type { Member } from './guards.server';
import { takeReturnToken } from '~/models/return-link.server';
import { AHEAD_HEADER } from '~/offline/person';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import { originOf } from './origin.server';
import { tellOnce } from './person.server';

/**
 * The address of a private link that was just made, this once (rule `sign-in.return-link`). A page that
 * is asked for ahead leaves it to the one that is seen, and no device keeps an answer with it.
 */
export async function takeReturnLink(
  args: RequestArgs,
  { actor, user }: Pick<Member, 'actor' | 'user'>,
): Promise<string | null> {
  if (args.request.headers.has(AHEAD_HEADER)) return null;
  const token = await takeReturnToken(args.context.app, { actor, user });
  if (token === null) return null;
  tellOnce(args.context);
  return originOf(args) + paths.returnLink(token);
}
