import { DomainError } from '../errors';
import { matchKey } from '../event/name';
import { PLATFORM_NAME } from '../message/rules';

/** Why a password is easy to guess. */
export type Weakness = 'password_common' | 'password_names';

interface Choice {
  password: string;
  /** What others know about its owner: names and the e-mail address. */
  names: readonly (string | undefined)[];
}

/**
 * Throws if a password is one that others would try first (rule `fields.password-known`).
 * @param params.field the form field it was entered in
 * @throws DomainError password_common, password_names
 */
export async function assertHardToGuess(choice: Choice & { field: string }): Promise<void> {
  const weakness = await weaknessOf(choice);
  if (weakness) throw new DomainError(weakness, { field: choice.field });
}

/** Why others would try a password first; null if they would not. */
export async function weaknessOf({ password, names }: Choice): Promise<Weakness | null> {
  if ((await commonPasswords()).has(password.toLowerCase())) return 'password_common';
  const known = new Set([...names, PLATFORM_NAME].flatMap((name) => keysOf(name ?? '')));
  return known.has(wordIn(password)) ? 'password_names' : null;
}

/** A name as a whole and by its words; for an address only the part before the @. */
function keysOf(name: string): string[] {
  const [local = ''] = name.split('@');
  return [local, ...local.split(/[\s.,_+-]+/)].map(wordIn).filter((key) => key !== '');
}

/** A text without digits at its start or end, such as a year, which many people add. */
function wordIn(text: string): string {
  return matchKey(text).replace(/^\p{N}+|\p{N}+$/gu, '');
}

let loading: Promise<Set<string>> | undefined;

/** The list, in lower case. It takes 15 MB and is rarely needed, so it is loaded on first use. */
function commonPasswords(): Promise<Set<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}
