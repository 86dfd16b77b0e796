import { PODIUM_STEPS } from '../photo/star';

/** A step of the podium: a photo, or an empty one. */
export type Step<Photo> = { place: number; photo: Photo | null };

/**
 * The steps of a podium in the order of the ranking. A step is empty if fewer than three photos have stars, or if its
 * photo is gone since the count (rule `result.ranking`).
 * @param podium the photos in the first three places, in order
 */
export function stepsOf<Photo extends { place: number }>(podium: readonly Photo[]): Step<Photo>[] {
  const steps: Step<Photo>[] = [];
  const leaveEmpty = (until: number) => {
    while (steps.length < until) steps.push({ place: steps.length + 1, photo: null });
  };
  for (const photo of podium) {
    leaveEmpty(photo.place - 1);
    steps.push({ place: photo.place, photo });
  }
  leaveEmpty(PODIUM_STEPS);
  return steps;
}
