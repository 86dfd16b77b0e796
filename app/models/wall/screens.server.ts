import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { wallCodes, wallScreens, type EventRow } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import type { Day } from '../day';
import { getLockedEvent, lockEvent } from '../event/update.server';
import { hashToken } from '../session/token.server';
import { isOpenToGuests, type Screen } from './read.server';
import { CODE_LENGTH, CODE_LETTERS, CODE_MINUTES, readWallCode } from './rules';

// How a screen gets the wall, and how all screens lose it (rules `wall.key`, `wall.code`, `wall.renew`).

interface CodeDeps {
  db: Db;
  /** The keys for hashing codes. They rotate. */
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

/** How many screens an event has at most. One more ends the one that was seen least recently. */
export const SCREENS_MAX = 20;
/** How many codes of an event can be used at a time. */
const CODES_MAX = 5;
const KEY_BYTES = 16;
/** How long an expired code is told from a wrong one. */
const EXPIRED_KEPT_MS = 60 * 60_000;
const SEEN_EVERY_MS = 30_000;

/**
 * Creates a code that opens the wall on one screen within ten minutes. Of more than five, the oldest end.
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function createWallCode(
  { db, env }: CodeDeps,
  { actor, eventId, now }: { actor: Person; eventId: number; now: Date },
): Promise<{ code: string; expiresAt: Date }> {
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  return db.transaction(async (tx) => {
    await lockAsOrganizer(tx, { actor, eventId });
    const isForgotten = lte(wallCodes.expiresAt, new Date(now.getTime() - EXPIRED_KEPT_MS));
    await tx.delete(wallCodes).where(and(eq(wallCodes.eventId, eventId), isForgotten));
    const older = await tx
      .select({ id: wallCodes.id })
      .from(wallCodes)
      .where(eq(wallCodes.eventId, eventId))
      .orderBy(desc(wallCodes.id))
      .offset(CODES_MAX - 1);
    await removeCodes(tx, older);
    for (;;) {
      const code = newCode();
      const codeHash = hashCode(code, env.SESSION_SECRET[0]);
      const row = { eventId, codeHash, expiresAt, createdAt: now };
      const added = await tx.insert(wallCodes).values(row).onConflictDoNothing().returning();
      // Another event may have the same code.
      if (added.length > 0) return { code, expiresAt };
    }
  });
}

/**
 * Opens the wall on a screen by its code, and uses the code up. Of two screens at once only one succeeds.
 * @returns the new screen's key, or why there is none: an unknown or used code, or one that was not used in time
 */
export async function openWallByCode(
  { db, env }: CodeDeps,
  { code, now, today }: { code: string; now: Date; today: Day },
): Promise<{ key: string } | { refusal: 'wrong' | 'expired' }> {
  const read = readWallCode(code);
  const isIt = inArray(
    wallCodes.codeHash,
    env.SESSION_SECRET.map((secret) => hashCode(read, secret)),
  );
  return db.transaction(async (tx) => {
    const [spent] = await tx
      .delete(wallCodes)
      .where(and(isIt, gt(wallCodes.expiresAt, now)))
      .returning({ eventId: wallCodes.eventId });
    if (!spent) {
      return { refusal: (await tx.$count(wallCodes, isIt)) > 0 ? 'expired' : 'wrong' } as const;
    }
    const [event] = await lockEvent(tx, spent.eventId);
    if (!event || !isOpenToGuests(event, today)) return { refusal: 'wrong' } as const;
    return { key: await addScreen(tx, { eventId: event.id, now }) };
  });
}

/**
 * Opens the wall on the organizer's own device.
 * @returns the new screen's key
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function openWall(
  db: Db,
  { actor, eventId, now }: { actor: Person; eventId: number; now: Date },
): Promise<string> {
  return db.transaction(async (tx) => {
    await lockAsOrganizer(tx, { actor, eventId });
    return addScreen(tx, { eventId, now });
  });
}

/**
 * Ends every screen and code of an event: their pages, pictures and streams end within a second. It is logged if
 * there were any (rule `admin.audit`).
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function renewWall(
  db: Db,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAsOrganizer(tx, { actor, eventId });
    const codes = await tx
      .delete(wallCodes)
      .where(eq(wallCodes.eventId, eventId))
      .returning({ id: wallCodes.id });
    const screens = await tx
      .delete(wallScreens)
      .where(eq(wallScreens.eventId, eventId))
      .returning({ id: wallScreens.id });
    if (codes.length + screens.length === 0) return;
    await recordDeed(tx, { actor, deed: 'event.screens_ended', eventId });
  });
}

/** Notes that a screen is on, at most every half minute. */
export async function noteScreen(
  db: Db,
  { id, seenAt }: Pick<Screen, 'id' | 'seenAt'>,
  now: Date,
): Promise<void> {
  if (now.getTime() - seenAt.getTime() < SEEN_EVERY_MS) return;
  await db.update(wallScreens).set({ seenAt: now }).where(eq(wallScreens.id, id));
}

/** Whether a screen has not ended. */
export async function isScreen(db: Db, { id }: Pick<Screen, 'id'>): Promise<boolean> {
  return (await db.$count(wallScreens, eq(wallScreens.id, id))) > 0;
}

/** Locks the event, so that screens and codes are counted one after the other. */
async function lockAsOrganizer(
  tx: Db,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  const event = await getLockedEvent(tx, eventId);
  assertRunning(actor, event);
  return event;
}

async function addScreen(
  tx: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<string> {
  const screens = await tx
    .select({ id: wallScreens.id })
    .from(wallScreens)
    .where(eq(wallScreens.eventId, eventId))
    .orderBy(asc(wallScreens.seenAt), asc(wallScreens.id));
  const over = screens.slice(0, Math.max(0, screens.length - (SCREENS_MAX - 1)));
  if (over.length > 0) {
    const ids = over.map(({ id }) => id);
    await tx.delete(wallScreens).where(inArray(wallScreens.id, ids));
  }
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await tx
    .insert(wallScreens)
    .values({ eventId, keyHash: hashToken(key), seenAt: now, createdAt: now });
  return key;
}

async function removeCodes(tx: Db, codes: readonly { id: number }[]): Promise<void> {
  if (codes.length === 0) return;
  const ids = codes.map(({ id }) => id);
  await tx.delete(wallCodes).where(inArray(wallCodes.id, ids));
}

function newCode(): string {
  const letter = () => CODE_LETTERS[randomInt(CODE_LETTERS.length)];
  return Array.from({ length: CODE_LENGTH }, letter).join('');
}

function hashCode(code: string, secret: string): string {
  return createHmac('sha256', secret).update(`wall code ${code}`).digest('base64url');
}
