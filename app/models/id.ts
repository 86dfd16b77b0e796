/** A row's id as an address carries it; undefined for what is none. */
export function readId(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
