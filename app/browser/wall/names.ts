import { firstName } from '~/models/user/rules';

/**
 * The names on the wall: first names, with the last name's initial where two people share one.
 * @returns the short form by full name
 */
export function namesOnWall(photos: readonly { userName: string }[]): Map<string, string> {
  const people = Array.from(new Set(photos.map(({ userName }) => userName)));
  const sharing = new Map<string, number>();
  for (const person of people) {
    const first = firstName(person).toLowerCase();
    sharing.set(first, (sharing.get(first) || 0) + 1);
  }
  return new Map(
    people.map((person): [string, string] => {
      const first = firstName(person);
      const isShared = (sharing.get(first.toLowerCase()) || 0) > 1;
      return [person, isShared ? withInitial(person) : first];
    }),
  );
}

/** `shortName` of the models needs a newer browser than a television's. */
function withInitial(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words[words.length - 1] || '';
  return words.length > 1 ? `${firstName(name)} ${Array.from(last)[0] || ''}.` : name;
}
