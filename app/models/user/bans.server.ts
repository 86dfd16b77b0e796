import { createHmac } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { keptOut, type BanRow } from '~db/schema';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { bigintId } from '../id.server';
import { emailKey } from './rules';

// The people an organizer has removed and banned from the event (rule `participants.kept-out`).

/** The keys for hashing addresses. They rotate. */
export interface Keys {
  SESSION_SECRET: readonly [string, ...string[]];
}

interface Candidate {
  eventId: number;
  email: string;
}

/** Without the key, the table does not reveal whose addresses these are. */
function hashWith(secret: string, { eventId, email }: Candidate): string {
  const text = `kept out ${eventId} ${emailKey(email)}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Bans a person, in the transaction that removes them. */
export async function recordBan(
  tx: Db,
  { SESSION_SECRET: [secret] }: Keys,
  { name, ...candidate }: Candidate & { name: string },
): Promise<void> {
  const personHash = hashWith(secret, candidate);
  const row = { eventId: candidate.eventId, personHash, name };
  await tx
    .insert(keptOut)
    .values(row)
    .onConflictDoUpdate({
      target: [keptOut.eventId, keptOut.personHash],
      set: { name },
    });
}

/** Lifts the ban of a person who stays after all. */
export async function liftBanOf(tx: Db, keys: Keys, candidate: Candidate): Promise<void> {
  await tx.delete(keptOut).where(isBanOf(keys, candidate));
}

/**
 * Throws if a person is banned from the event.
 * @throws DomainError kept_out
 */
export async function assertNotBanned(tx: Db, keys: Keys, candidate: Candidate): Promise<void> {
  if ((await tx.$count(keptOut, isBanOf(keys, candidate))) > 0) throw new DomainError('kept_out');
}

function isBanOf(keys: Keys, candidate: Candidate) {
  const hashes = keys.SESSION_SECRET.map((secret) => hashWith(secret, candidate));
  return and(eq(keptOut.eventId, candidate.eventId), isAmong(keptOut.personHash, hashes));
}

/**
 * Lists the people who are banned from an event.
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export async function listBans(
  db: Db,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<Pick<BanRow, 'id' | 'name' | 'createdAt'>[]> {
  assertCan(actor, 'event.manage', { eventId });
  const { id, name, createdAt } = keptOut;
  return db
    .select({ id, name, createdAt })
    .from(keptOut)
    .where(eq(keptOut.eventId, eventId))
    .orderBy(desc(createdAt), desc(id));
}

/**
 * Lifts a ban.
 * @throws DomainError not_an_organizer, access_denied for another event, user_not_found
 */
export async function liftBan(
  db: Db,
  { actor, eventId, id }: { actor: Person; eventId: number; id: number },
): Promise<void> {
  assertCan(actor, 'event.manage', { eventId });
  const isOne = and(eq(keptOut.id, bigintId(id)), eq(keptOut.eventId, eventId));
  const gone = await db.delete(keptOut).where(isOne).returning({ id: keptOut.id });
  if (gone.length === 0) throw new DomainError('user_not_found');
}
