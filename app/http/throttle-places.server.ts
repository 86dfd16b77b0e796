import type {
  AttemptRule,
  Countable,
  PersonTry,
  Taken,
  TakenTry,
} from '~/models/session/attempts.server';
import { DomainError } from '~/models/errors';
import { nameKey } from '~/models/event/name';
import { plainName } from '~/models/user/lookalike';
import { findPossibleMembers } from '~/models/user/lookalike.server';
import { emailKey } from '~/models/user/rules';
import { addressKey } from './address.server';
import { markedBrowser } from './browser-mark.server';
import type { RequestArgs } from './context';

// What a try is counted against: the people it may mean, and the address that it comes from.

/** A try to enter an event as a person. */
export interface Attempt {
  eventId: number;
  name: string;
  email: string;
  password?: string;
}

/** A count by the caller's address. */
export function byAddress(args: RequestArgs, rule: AttemptRule): Countable {
  return [rule, addressKey(args)];
}

/**
 * Throws if there was no place.
 * @throws DomainError too_many_attempts
 */
export async function throwIfRefused(taken: TakenTry): Promise<TakenTry> {
  if (!taken.refusal) return taken;
  await taken.giveBack();
  throw taken.refusal;
}

/**
 * Takes places for the members that a try may mean. A try with a member's exact name and address needs a
 * place, because it would sign in. Any other try can only fail or register a newcomer, and other people's
 * failures must not lock newcomers out: see `countFailures`.
 * @throws DomainError too_many_attempts
 */
export async function takePlaces(args: RequestArgs, attempt: Attempt): Promise<TakenTry> {
  const { attempts } = args.context.app;
  const { exact, known, typed } = await findPlaces(args, attempt);
  if (exact) return throwIfRefused(await attempts.takeTry(exact));
  const taken: Taken[] = [];
  const giveBack = async () => {
    for (const one of taken) await one.giveBack();
  };
  const takeOne = async (place: PersonTry) => {
    const one = await attempts.takeTry(place);
    taken.push(one);
    return one.refusal;
  };
  let refusal: DomainError | null = null;
  for (const place of known) refusal ??= await takeOne(place);
  const room = refusal || typed.length === 0 ? null : await takeStrangerPlace(args);
  if (room) taken.push(room);
  if (room) for (const place of typed) refusal ??= await takeOne(place);
  return { refusal, giveBack };
}

/** Takes a place among an address' unknown people; null if none is left. */
async function takeStrangerPlace(args: RequestArgs): Promise<Taken | null> {
  try {
    return await args.context.app.attempts.take(byAddress(args, 'stranger'));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_attempts') return null;
    throw error;
  }
}

/**
 * The counts for a sign-in: those of the members with the typed name or address, by id. Names and addresses
 * that no member has are counted as typed, otherwise the limit would reveal which ones are known. Their
 * number per address is limited so that nobody can fill the memory.
 */
export async function findPlaces(args: RequestArgs, attempt: Attempt) {
  const { eventId, name, email } = attempt;
  const candidates = await findPossibleMembers(args.context.app.db, attempt);
  const placeAt = (person: number | string) => tryOf(args, 'sign_in', person);
  if (candidates.exact !== null)
    return { exact: await placeAt(candidates.exact), known: [], typed: [] };
  const { named, addressed } = candidates;
  const typed: string[] = [];
  if (named.length === 0) typed.push(`${eventId} name ${plainName(name)}`);
  if (addressed.length === 0) typed.push(`${eventId} address ${emailKey(email)}`);
  const ids = [...new Set([...named, ...addressed])];
  return {
    exact: null,
    known: await Promise.all(ids.map(placeAt)),
    typed: await Promise.all(typed.map(placeAt)),
  };
}

export async function tryOf(
  args: RequestArgs,
  rule: PersonTry['rule'],
  person: number | string,
): Promise<PersonTry> {
  return {
    rule,
    person: String(person),
    address: addressKey(args),
    browser: typeof person === 'number' ? await markedBrowser(args, person) : null,
  };
}

export function pardonOf(args: RequestArgs, { eventId, name, email }: Attempt): Countable {
  return ['pardon', JSON.stringify([addressKey(args), eventId, nameKey(name), emailKey(email)])];
}
