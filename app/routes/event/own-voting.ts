import { useMatches } from '@remix-run/react';
import type { Voting } from '~/components/event/event-views';
import type { Role } from '~/models/user/rules';

/**
 * The stars of a screen that gives them; null for users who can give none and have given none. Visitors see star
 * buttons on the feed while voting is open, because it looks the same for them; they lead to Login/Register.
 */
export function useOwnVoting(role: Role): Voting | null {
  const data = useMatches().at(-1)?.data as
    { [screen in 'feed' | 'pile' | 'profile']?: { voting: Voting } } | undefined;
  const voting = (data?.feed ?? data?.pile ?? data?.profile)?.voting;
  if (!voting) return null;
  if (voting.isVisitor) return data?.feed && voting.isEnabled ? voting : null;
  return role === 'participant' || voting.starredIds.length > 0 ? voting : null;
}
