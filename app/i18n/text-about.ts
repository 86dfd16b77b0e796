import { isolate } from './isolate';

/** A letter that no name holds. */
const PLACE = '\u0001';

/**
 * A text that is said of many people: looked up and taken apart once, for i18next does that at every call,
 * and a sheet of photos says two of each print.
 * @param say the text with a name at its place, which i18next is not to isolate: `{ name, interpolation }`
 * @returns the text about a name
 */
export function textAbout(
  say: (values: { name: string; interpolation: { escapeValue: false } }) => string,
): (name: string) => string {
  const parts = say({ name: PLACE, interpolation: { escapeValue: false } }).split(PLACE);
  return (name) => parts.join(isolate(name));
}
