// The store of pending stars on this device; `pending-stars` sends them.

/** A star that waits to be sent. */
export interface PendingStar {
  id: string;
  userId: number;
  /** The URL that its form posts to. */
  path: string;
  on: boolean;
  /** When it was pressed, by the server's clock as an ISO instant; empty or missing if that was unknown. */
  givenAt?: string;
}

const STORE = 'snapodium_stars';

/** A person's pending stars on this device, in their order. */
export function listPendingStars(userId: number): PendingStar[] {
  return readStars().filter((star) => star.userId === userId);
}

/** Deletes all pending stars on this device, whoever gave them. */
export function dropAllStars(): void {
  memory = null;
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Nothing can be stored here, so there is nothing to delete.
  }
}

/** The pending stars if the browser cannot store them. They last as long as the page. */
let memory: PendingStar[] | null = null;

/** All pending stars on this device, in their order. */
export function readStars(): PendingStar[] {
  if (memory) return memory;
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as PendingStar[];
  } catch {
    return [];
  }
}

/** Stores these stars in place of all others. */
export function writeStars(stars: PendingStar[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(stars));
    memory = null;
  } catch {
    memory = stars;
  }
}
