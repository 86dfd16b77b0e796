// Which star falls next (rule `screens.wall-stars`): each once, at most one a second, and only on a print that is on
// the wall.

/** A star that was given, as a state lists it. */
interface FallingStar {
  id: string;
  photoId: number;
}

const APART_MS = 1000;
/** A state lists a star for two minutes. After that it cannot reappear. */
const REMEMBERED_MS = 300_000;

export function createStarQueue() {
  let listed: readonly FallingStar[] = [];
  const fallen = new Map<string, number>();
  let last = -Infinity;

  return {
    /** Takes over the stars of a state. */
    update(stars: readonly FallingStar[], now: number): void {
      listed = stars;
      fallen.forEach((at, id) => {
        if (now - at > REMEMBERED_MS) fallen.delete(id);
      });
    },
    /** The star that falls now on one of these prints; null if none does. It then counts as fallen. */
    take(onWall: readonly number[], now: number): FallingStar | null {
      if (now - last < APART_MS) return null;
      const star = listed.find(({ id, photoId }) => !fallen.has(id) && onWall.includes(photoId));
      if (!star) return null;
      fallen.set(star.id, now);
      last = now;
      return star;
    },
    /** How many things are kept in memory. */
    kept: (): number => listed.length + fallen.size,
  };
}
