let here: number | null = null;

/** Notes which member the screens are drawn for; null for a visitor. */
export function noteMember(userId: number | null): void {
  here = userId;
}

/** The member whom the screens are drawn for. */
export function memberHere(): number | null {
  return here;
}
