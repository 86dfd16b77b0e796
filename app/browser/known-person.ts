/** Whose things this browser keeps, as its pages knew it last. */
export const PERSON_KEY = 'snapodium_person';

/** Whether this browser keeps anything of somebody; of nobody where it keeps nothing at all. */
export function keepsSomebody(): boolean {
  try {
    return localStorage.getItem(PERSON_KEY) !== null;
  } catch {
    return false;
  }
}
