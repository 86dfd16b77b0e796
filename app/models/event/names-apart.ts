import { firstName, shortName } from '../user/rules';

/**
 * Shortens the names in one list: the first name; if several have it, with the last name's initial; if that
 * is the same, too, the whole name (rule `ranking.names`).
 * @returns the short form of each full name
 */
export function namesApart(names: readonly string[]): (name: string) => string {
  const everyone = new Set(names.map((name) => name.trim()));
  const isOnlyOne = (short: (name: string) => string, name: string) =>
    [...everyone].filter((other) => isSame(short(other), short(name))).length <= 1;
  return (name) => {
    if (isOnlyOne(firstName, name)) return firstName(name);
    return isOnlyOne(shortName, name) ? shortName(name) : name;
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
