// The duel for the first place (rules `duel.…`). Browsers use it too.

/** How many photos a duel is between. */
export const DUEL_PHOTOS = { min: 2, max: 5 } as const;
/** How long a duel takes, in seconds. */
export const DUEL_SECONDS = { min: 30, max: 600 } as const;
/** The durations that the organizer chooses from, in seconds, and the one that is chosen at first. */
export const DUEL_CHOICES = [30, 60, 120, 300, 600] as const;
export const DUEL_DEFAULT = 120;

/** How many taps each photo of a duel got. */
export type DuelTally = { photoId: number; votes: number }[];

/**
 * The photo that wins a duel: the one with most taps. Null if photos share the most taps, so that the tie stays, or if
 * fewer than two photos are left, because nobody chose between them (rule `duel.end`).
 */
export function winnerOf(tally: DuelTally): number | null {
  if (tally.length < DUEL_PHOTOS.min) return null;
  const most = Math.max(...tally.map(({ votes }) => votes));
  const first = tally.filter(({ votes }) => votes === most);
  return first.length === 1 ? (first[0]?.photoId ?? null) : null;
}

const COUNTED_WITHIN_MS = 10_000;

/** When a duel is counted at the latest, so that a reveal can show the result (rule `duel.reveal`). */
export function duelCountedBy(endsAt: Date): Date {
  return new Date(endsAt.getTime() + COUNTED_WITHIN_MS);
}

/** Whether a duel runs at a given time. Its end does not count. */
export function isDuelRunning({ duelEndsAt }: { duelEndsAt: Date | null }, now: Date): boolean {
  return duelEndsAt !== null && now < duelEndsAt;
}
