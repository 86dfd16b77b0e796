/** The number of photos that printed cards state, and the event's own (rule `invitation.printed`). */
export interface Misprint {
  printed: number;
  now: number;
}

/** The error on printed cards; null if they are right, or if there are none. */
export function misprintOf(event: {
  printedPhotos: number | null;
  maxPhotosPerUser: number;
}): Misprint | null {
  const { printedPhotos: printed, maxPhotosPerUser: now } = event;
  return printed === null || printed === now ? null : { printed, now };
}
