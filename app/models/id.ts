/** Parses an id of any kind, including the long ids of events: a whole number from 1, else undefined. */
export function readWholeId(text: string | null | undefined): number | undefined {
  const id = Number(text);
  return /^\d{1,15}$/.test(text ?? '') && id >= 1 ? id : undefined;
}

/** Parses a row's id from a URL; undefined if invalid. */
export function readId(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
