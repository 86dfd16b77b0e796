import { clearPerson } from './forget-person';
import { cacheOf, NOBODY, ownerOfPages, PERSON_HEADER } from '~/browser/person';

// Whose answers are cached. There is never more than one person: the names of the caches say who it is, so a
// worker that was stopped meanwhile can find out.

let known: Promise<string | null> | undefined;
let turn = 0;

/**
 * Increases with each change of person. An answer requested before the change says nothing about who is
 * signed in now.
 */
export function currentTurn(): number {
  return turn;
}

/** Who is signed in on this device according to the last answer; null for nobody. */
export function currentPerson(): Promise<string | null> {
  known ??= findOwner();
  return known;
}

async function findOwner(): Promise<string | null> {
  const owners = (await caches.keys()).flatMap((name) => ownerOfPages(name) ?? []);
  if (owners.length === 1) return owners[0] ?? null;
  if (owners.length > 1) await clearPerson();
  return null;
}

/**
 * Reads from an answer who is signed in, before anyone sees it. If it is another person or nobody, all caches
 * are deleted first (rule `offline.person`).
 * @param asked the turn in which it was requested
 */
export async function notePerson(answer: Response, asked: number): Promise<void> {
  const told = answer.headers.get(PERSON_HEADER);
  if (told === null) return;
  const before = await currentPerson();
  const person = told === NOBODY ? null : told;
  if (asked !== turn || person === before) return;
  turn += 1;
  known = change(before, person);
  await known;
}

async function change(before: string | null, person: string | null): Promise<string | null> {
  if (before !== null) await clearPerson();
  if (person !== null) await caches.open(cacheOf(person, 'pages'));
  return person;
}

/** A page has deleted everything because another person is signed in. */
export function forgetOwner(): void {
  turn += 1;
  known = undefined;
}
