/** The seconds before a duel's end at which the time left is announced, longest first. */
const MARKS = [300, 120, 60, 30, 10] as const;

/** The last mark passed when this many milliseconds are left; null before the first, and at the end. */
export function duelMark(left: number): { unit: 'minutes' | 'seconds'; count: number } | null {
  if (left <= 0) return null;
  const mark = MARKS.findLast((seconds) => left <= seconds * 1000);
  if (mark === undefined) return null;
  return mark < 60 ? { unit: 'seconds', count: mark } : { unit: 'minutes', count: mark / 60 };
}
