import { isolate } from './isolate';

/** A character that no name contains. */
const PLACE = '\u0001';

/**
 * Prepares a text that is used with many names. It is looked up and split once, because i18next does that on
 * every call, and a page of photos needs two such texts per photo.
 * @param say translates the text with the given values, without i18next's isolation: `{ name, interpolation
 *   }`
 * @returns inserts a name into the text
 */
export function textAbout(
  say: (values: { name: string; interpolation: { escapeValue: false } }) => string,
): (name: string) => string {
  const parts = say({ name: PLACE, interpolation: { escapeValue: false } }).split(PLACE);
  return (name) => parts.join(isolate(name));
}
