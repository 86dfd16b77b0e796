import { PODIUM_STEPS } from '~/models/photo/star';

/**
 * The steps of the podium by place: a photo, or the place of an empty step. A photo that is gone since the count leaves
 * its step empty (rule `result.ranking`), and there are always at least three steps.
 * @param gone the places of the photos that are gone
 */
export function stepsOf<Row extends { place: number }>(
  rows: readonly Row[],
  gone: readonly number[],
): (Row | number)[] {
  const placeOf = (step: Row | number) => (typeof step === 'number' ? step : step.place);
  const steps = [...rows, ...gone].sort((one, other) => placeOf(one) - placeOf(other));
  while (steps.length < PODIUM_STEPS) steps.push(steps.length + 1);
  return steps;
}
