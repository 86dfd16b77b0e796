import { DomainError } from './errors';
import { matchKey } from './event-name';
import { PLATFORM_NAME } from './message';

/** Why a password is guessed first. */
export type Weakness = 'password_common' | 'password_names';

interface Choice {
  password: string;
  /** What others know of its owner: names, and the e-mail address. */
  names: readonly (string | undefined)[];
}

/**
 * Refuses a password that somebody else tries first (rule `fields.password-known`).
 * @param params.field where it was typed
 * @throws DomainError password_common, password_names
 */
export async function assertHardToGuess(choice: Choice & { field: string }): Promise<void> {
  const weakness = await weaknessOf(choice);
  if (weakness) throw new DomainError(weakness, { field: choice.field });
}

/** Why somebody else would try a password first; null for one that is as good as any. */
export async function weaknessOf({ password, names }: Choice): Promise<Weakness | null> {
  if ((await commonPasswords()).has(password.toLowerCase())) return 'password_common';
  const known = new Set([...names, PLATFORM_NAME].flatMap((name) => keysOf(name ?? '')));
  return known.has(wordIn(password)) ? 'password_names' : null;
}

/** A name as a whole and word by word; of an address what stands before its @. */
function keysOf(name: string): string[] {
  const [local = ''] = name.split('@');
  return [local, ...local.split(/[\s.,_+-]+/)].map(wordIn).filter((key) => key !== '');
}

/** What is left of a text without the year, or the one at its end, that everybody adds. */
function wordIn(text: string): string {
  return matchKey(text).replace(/^\p{N}+|\p{N}+$/gu, '');
}

let loading: Promise<Set<string>> | undefined;

/** The list, all in lower case. Few servers' days need it, so its 15 MB are loaded with the first choice. */
function commonPasswords(): Promise<Set<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}
