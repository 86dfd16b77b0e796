let here: number | null = null;

/** Notes which member the screens are drawn for. */
export function noteMember(userId: number): void {
  here = userId;
}

/** The member whom the screens are drawn for; null before it is known. */
export function memberHere(): number | null {
  return here;
}
