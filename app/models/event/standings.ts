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
  /** When the reveal begins, or began. */
  revealedAt: Date | null;
}

/** How long the reveal lasts (rule `reveal.steps`). */
export const REVEAL_MS = 36_000;

/** How long before the closing the curtain falls. */
const CURTAIN_MS = 60 * 60_000;

/** The organizer's choice; without one, a curtain as soon as a closing time is set. */
export function chosenStandings({
  standings,
  votingClosesAt,
}: Pick<StandingsRule, 'standings' | 'votingClosesAt'>): Standings {
  return standings ?? (votingClosesAt ? 'curtain' : 'open');
}

/** Whether the reveal has begun, and the result is shown step by step. */
export function hasRevealBegun({ revealedAt }: Pick<StandingsRule, 'revealedAt'>, now: Date) {
  return revealedAt !== null && revealedAt <= now;
}

/** When the reveal is over, and everybody sees the whole result; null while no reveal is set. */
export function revealEndsAt({ revealedAt }: Pick<StandingsRule, 'revealedAt'>): Date | null {
  return revealedAt && new Date(revealedAt.getTime() + REVEAL_MS);
}

/** Whether the reveal is over. */
export function isRevealed(event: Pick<StandingsRule, 'revealedAt'>, now: Date): boolean {
  const ends = revealEndsAt(event);
  return ends !== null && ends <= now;
}

/** Whether only organizers see stars counted at a given time. */
export function areStandingsHidden(event: StandingsRule, now: Date): boolean {
  if (isRevealed(event, now)) return false;
  const choice = chosenStandings(event);
  if (choice !== 'curtain') return choice === 'hidden';
  const falls = curtainFallsAt(event);
  return falls !== null && falls <= now;
}

/** When the standings change by themselves: the curtain falls, or the reveal ends; else null. */
export function nextStandingsTurn(event: StandingsRule, now: Date): Date | null {
  if (areStandingsHidden(event, now)) return revealEndsAt(event);
  const falls = curtainFallsAt(event);
  const isToFall = chosenStandings(event) === 'curtain' && falls !== null && falls > now;
  return isToFall && !event.revealedAt ? falls : null;
}

function curtainFallsAt({ votingClosesAt }: Pick<StandingsRule, 'votingClosesAt'>): Date | null {
  return votingClosesAt && new Date(votingClosesAt.getTime() - CURTAIN_MS);
}
