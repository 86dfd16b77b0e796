import { clearPerson } from '~/browser/forget-person';
import { cacheOf, NOBODY, ownerOfPages, PERSON_HEADER } from '~/browser/person';

// Whose answers are kept. There is never more than one person's: the name of their caches says who, so that
// a worker that was stopped meanwhile knows it again.

let known: Promise<string | null> | undefined;
let turn = 0;

/** Grows with each change of person: what was asked for before it says nothing of who is there now. */
export function turnNow(): number {
  return turn;
}

/** Who is signed in on this device, as the last answer said; null for nobody. */
export function personNow(): Promise<string | null> {
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
 * Reads from an answer who is signed in, before anybody sees it. Another person, or nobody: all that is
 * kept goes first (rule `offline.person`).
 * @param asked the turn in which it was asked for
 */
export async function notePerson(answer: Response, asked: number): Promise<void> {
  const told = answer.headers.get(PERSON_HEADER);
  if (told === null) return;
  const before = await personNow();
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

/** A page has cleared what was kept, because somebody else is there. */
export function forgetOwner(): void {
  turn += 1;
  known = undefined;
}
