// The stars that wait on this device for a connection; `pending-stars` sends them.

/** A star that waits. */
export interface KeptStar {
  id: string;
  userId: number;
  /** Where its form posts to. */
  path: string;
  on: boolean;
}

const STORE = 'snapodium_stars';

/** The stars that wait on this device, of one person, in their order. */
export function listKeptStars(userId: number): KeptStar[] {
  return readStars().filter((star) => star.userId === userId);
}

/** Removes everything that anybody's stars have left on this device. */
export function dropAllStars(): void {
  memory = null;
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Nothing can be kept here, so nothing was.
  }
}

/** What is kept where the device keeps nothing: it lasts as long as the page. */
let memory: KeptStar[] | null = null;

/** All stars that wait on this device, in their order. */
export function readStars(): KeptStar[] {
  if (memory) return memory;
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as KeptStar[];
  } catch {
    return [];
  }
}

/** Keeps these, and no others. */
export function writeStars(stars: KeptStar[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(stars));
    memory = null;
  } catch {
    memory = stars;
  }
}
