/** An id of any kind, events' long ones too: a whole number from 1; undefined for what is none. */
export function readWholeId(text: string | null | undefined): number | undefined {
  const id = Number(text);
  return /^\d{1,15}$/.test(text ?? '') && id >= 1 ? id : undefined;
}

/** A row's id as an address carries it; undefined for what is none. */
export function readId(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
