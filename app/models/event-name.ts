/**
 * A name as names are compared: trimmed, inner spaces folded, case-insensitive (rule
 * `event.names`). Upper case first, so that ß meets SS; the one character PostgreSQL cannot read
 * matches nothing stored.
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replaceAll('\0', '').trim().replace(/\s+/g, ' ');
}

/** Whether two names are the same, as names are compared (rule `event.names`). */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}
