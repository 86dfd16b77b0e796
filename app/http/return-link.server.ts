import { AHEAD_HEADER } from '~/browser/person';
import { readReturnToken } from '~/models/session/return-link.server';
import { paths } from '~/paths';
import type { RequestArgs } from './context';
import type { Member } from './guards.server';
import { originOf } from './origin.server';
import { setOnceHeader } from './person.server';

/**
 * The URL of a private link that its organizer has not kept yet (rule `sign-in.return-link`). Only a session
 * that proved more than a name and an address sees it. No client stores the response.
 */
export function returnLinkOf(
  args: RequestArgs,
  { actor, user, session }: Pick<Member, 'actor' | 'user' | 'session'>,
): string | null {
  if (!session.isProven || args.request.headers.has(AHEAD_HEADER)) return null;
  const token = readReturnToken(args.context.app, { actor, user });
  if (token === null) return null;
  setOnceHeader(args.context);
  return originOf(args) + paths.returnLink(token);
}
