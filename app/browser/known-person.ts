/** The local-storage key that says whose data this browser stores. */
export const PERSON_KEY = 'snapodium_person';

/** Whether this browser stores data of a person. */
export function hasKnownPerson(): boolean {
  try {
    return localStorage.getItem(PERSON_KEY) !== null;
  } catch {
    return false;
  }
}
