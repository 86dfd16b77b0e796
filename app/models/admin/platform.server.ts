import { count, gte, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import { readDiskSpace, type DiskSpace } from '~/services/disk.server';
import { addDays, type Day } from '../day';
import type { DatabasePlace } from './platform';
import { singleRow } from '../row.server';

/** Days of the overview's chart, today included. */
export const GROWTH_DAYS = 30;

/** How many photos and people were added on a day, counting those that still exist. */
export interface GrownDay {
  day: Day;
  photos: number;
  people: number;
}

/**
 * Counts what was added in each of the last 30 days, including days without any.
 * @param params.timeZone EVENT_TIME_ZONE
 */
export async function readGrowth(
  db: Db,
  { today, timeZone }: { today: Day; timeZone: string },
): Promise<GrownDay[]> {
  const from = addDays(today, 1 - GROWTH_DAYS);
  const [photosOn, peopleOn] = await Promise.all([
    countByDay(db, photos, { from, timeZone }),
    countByDay(db, users, { from, timeZone }),
  ]);
  return Array.from({ length: GROWTH_DAYS }, (_, index) => {
    const day = addDays(from, index);
    return { day, photos: photosOn.get(day) ?? 0, people: peopleOn.get(day) ?? 0 };
  });
}

async function countByDay(
  db: Db,
  table: typeof photos | typeof users,
  { from, timeZone }: { from: Day; timeZone: string },
): Promise<Map<Day, number>> {
  const day = sql<Day>`to_char(${table.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day: day.as('day'), count: count() })
    .from(table)
    .where(gte(table.createdAt, sql`(${from}::date)::timestamp at time zone ${timeZone}`))
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.day, row.count]));
}

/**
 * Reads the database's version and its server. The result never contains credentials.
 * @param params.url DATABASE_URL; empty for the embedded one
 */
export async function readDatabasePlace(
  db: Db,
  { url }: { url: string | undefined },
): Promise<DatabasePlace> {
  const rows = await db
    .select({ version: sql<string>`current_setting('server_version')` })
    .from(sql`(select 1) as one`);
  // For example “15.8 (Debian 15.8-1)”; only the number is needed.
  const version = singleRow(rows).version.split(' ')[0] ?? '';
  return { version, server: url ? serverOf(url) : null };
}

/**
 * The disk space of the data folder.
 * @param params.dataDir DATA_DIR
 */
export function readDisk({ dataDir }: { dataDir: string }): Promise<DiskSpace> {
  return readDiskSpace(dataDir);
}

/** A server's name and port. For a socket, its folder is in the query. */
function serverOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || searchParams.get('host') || 'localhost';
}
