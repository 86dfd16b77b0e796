/** Whether guests may not see who leads. */
export function areStandingsHidden(event: object, now: Date): boolean {
  return !event && !now;
}
