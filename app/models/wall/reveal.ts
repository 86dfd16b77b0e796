import { revealSteps } from '../event/reveal-steps';
import { hasRevealBegun, REVEAL_MS, revealEndsAt } from '../event/standings';
import type { WallPlace, WallProgramme, WallReveal } from './rules';

// The reveal on the wall (rule `wall.reveal`). Its times are those of every screen (rule `reveal.steps`).

/** A wall knows the places of a reveal for this long after its end, so that one that was away finds them. */
const KNOWN_MS = 5 * 60_000;

type Revealed = Parameters<typeof hasRevealBegun>[0];

/** Whether a wall is told the places now: from the reveal's beginning until some minutes after its end. */
export function isRevealKnown(event: Revealed, now: Date): boolean {
  return hasRevealBegun(event, now) && now.getTime() < Number(revealEndsAt(event)) + KNOWN_MS;
}

/** The moments at which a wall's state changes by a reveal, in ms since 1970. */
export function revealTurns({ revealedAt }: Revealed): number[] {
  const startsAt = revealedAt?.getTime();
  if (startsAt === undefined) return [];
  return [startsAt, startsAt + REVEAL_MS, startsAt + REVEAL_MS + KNOWN_MS];
}

/**
 * The reveal of an event at a moment; null while a wall is told none.
 * @param ranked the places of the podium
 * @param photoOf a photo by its place; undefined for one that is hidden or gone, which leaves the podium
 */
export function wallRevealAt<Photo>(
  event: Revealed,
  ranked: readonly WallPlace[],
  { now, photoOf }: { now: Date; photoOf: (place: WallPlace) => Photo | undefined },
): WallReveal<Photo> | null {
  if (!event.revealedAt || !isRevealKnown(event, now)) return null;
  const found = ranked.flatMap((row) => {
    const photo = photoOf(row);
    return photo === undefined ? [] : [{ place: row.place, photo }];
  });
  const steps = revealSteps(found.map(({ place }) => place));
  return {
    startsAt: event.revealedAt.getTime(),
    steps,
    places: steps.map(({ place }) => ({
      place,
      photos: found.filter((row) => row.place === place).map(({ photo }) => photo),
    })),
  };
}

/**
 * What a wall shows now by the organizers' choice. After a reveal it is the podium, until they choose something else:
 * what they chose before its beginning does not count any more.
 */
export function programmeAt(
  event: Revealed,
  { programme, chosenAt }: { programme: WallProgramme; chosenAt: Date | null },
  now: Date,
): WallProgramme {
  const { revealedAt } = event;
  if (!revealedAt || !hasRevealBegun(event, now)) return programme;
  return chosenAt && chosenAt >= revealedAt ? programme : 'podium';
}
