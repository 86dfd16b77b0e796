import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { missions } from '~db/schema';
import type { Language } from '~/i18n/languages';
import { listMissions } from './read.server';
import { missionText } from './sets.server';

// Printed cards, which open a mission to anyone who scans them (rule `missions.printed`).

/** The enabled missions of an event with the codes of their printed cards, in the organizer's order. */
export async function listPrintable(
  db: Db,
  { eventId, language }: { eventId: number; language: Language },
): Promise<{ text: string; code: string }[]> {
  const rows = await listMissions(db, { eventId });
  return rows
    .filter(({ isEnabled }) => isEnabled)
    .map((row) => ({ text: missionText(row, language), code: row.cardCode }));
}

/** The enabled mission of an event that a printed card opens; null for any other code. */
export async function findPrinted(
  db: Db,
  { eventId, code, language }: { eventId: number; code: string; language: Language },
): Promise<{ code: string; text: string } | null> {
  const row = await findByCode(db, { eventId, code });
  return row ? { code, text: missionText(row, language) } : null;
}

/** The row of an enabled mission with this code. */
export async function findByCode(db: Db, { eventId, code }: { eventId: number; code: string }) {
  const isIt = and(eq(missions.eventId, eventId), eq(missions.cardCode, code));
  const [row] = await db
    .select()
    .from(missions)
    .where(and(isIt, eq(missions.isEnabled, true)));
  return row;
}
