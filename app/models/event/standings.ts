// Who sees how many stars photos have (rule `standings.hidden`). Browsers use it too.

/**
 * When guests see stars counted: always, until the curtain falls an hour before voting closes, or only once the
 * organizer has revealed the result.
 */
export const STANDINGS = ['open', 'curtain', 'hidden'] as const;
export type Standings = (typeof STANDINGS)[number];

/** The part of an event that decides it. */
export interface StandingsRule {
  /** Null while the organizer has chosen nothing. */
  standings: Standings | null;
  votingClosesAt: Date | null;
  /** When the result is, or was, revealed. */
  revealedAt: Date | null;
}

/** How long before the closing the curtain falls. */
const CURTAIN_MS = 60 * 60_000;

/** The organizer's choice; without one, a curtain as soon as a closing time is set. */
export function chosenStandings({
  standings,
  votingClosesAt,
}: Pick<StandingsRule, 'standings' | 'votingClosesAt'>): Standings {
  return standings ?? (votingClosesAt ? 'curtain' : 'open');
}

/** Whether only organizers see stars counted at a moment. */
export function areStandingsHidden(event: StandingsRule, now: Date): boolean {
  if (event.revealedAt && event.revealedAt <= now) return false;
  const choice = chosenStandings(event);
  if (choice !== 'curtain') return choice === 'hidden';
  const falls = curtainFallsAt(event);
  return falls !== null && falls <= now;
}

/** When the standings change by themselves: the curtain falls, or a set time of the reveal comes; else null. */
export function nextStandingsTurn(event: StandingsRule, now: Date): Date | null {
  if (areStandingsHidden(event, now)) return event.revealedAt;
  const falls = curtainFallsAt(event);
  const isToFall = chosenStandings(event) === 'curtain' && falls !== null && falls > now;
  return isToFall && !event.revealedAt ? falls : null;
}

function curtainFallsAt({ votingClosesAt }: Pick<StandingsRule, 'votingClosesAt'>): Date | null {
  return votingClosesAt && new Date(votingClosesAt.getTime() - CURTAIN_MS);
}
