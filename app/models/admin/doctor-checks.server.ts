import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { readDiskSpace } from '~/services/disk.server';
import { checkMailServer } from '~/services/mail.server';
import { availableMemory } from '~/services/memory.server';
import type { PaymentProvider } from '~/services/stripe.server';
import type { Storages } from '~/services/storage/storages.server';
import { found, type Finding } from './doctor';
import { isDiskLow } from './platform';
import { readDatabasePlace } from './platform.server';
import { codeOf, type Reached } from './reach.server';

// The doctor's checks, each with its findings. None throws, and none takes longer than its time-out.

/** The time limit for a check that asks other machines. */
export const CHECK_MS = 15_000;
/** The memory that a server needs (docs/operations.md), in bytes. */
const MEMORY_MIN = 512 * 1024 * 1024;
/** The oldest Node that runs the program. */
const NODE_MIN = [20, 19] as const;
/**
 * The difference between two clocks that is worth a warning, and the one that is wrong. A Date header has whole
 * seconds.
 */
const CLOCK_MS = { told: 5000, wrong: 60_000 } as const;

/** The program's version, and Node's. */
export function checkProgram(version: string): Finding {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [least, leastMinor] = NODE_MIN;
  const isOld = major < least || (major === least && minor < leastMinor);
  return found(isOld ? 'program_node' : 'program', { version, node });
}

/** The database's version and place. */
export async function checkDatabase(
  db: Db,
  { url }: { url: string | undefined },
): Promise<Finding> {
  try {
    const { version, server } = await readDatabasePlace(db, { url });
    return server === null
      ? found('database_embedded', { version })
      : found('database_server', { version, server });
  } catch (error) {
    return found('database_away', { reason: codeOf(error) });
  }
}

/** Writes, reads and removes a small file in every storage. */
export async function checkStorages(storage: Storages): Promise<Finding[]> {
  const all = storage.reachable().map(async (name) => {
    try {
      await storage.check(name);
      return found('storage_fine', { name });
    } catch (error) {
      return found(name === storage.base ? 'storage_failing' : 'storage_down', {
        name,
        reason: codeOf(error),
      });
    }
  });
  return Promise.all(all);
}

/** The free space of the data folder's disk. */
export async function checkDisk(env: {
  DATA_DIR: string;
  DISK_RESERVE_MB: number;
}): Promise<Finding> {
  try {
    const disk = await readDiskSpace(env.DATA_DIR);
    const isFull = disk.free < env.DISK_RESERVE_MB * 1_000_000;
    const says = isFull ? 'disk_full' : isDiskLow(disk) ? 'disk_low' : 'disk_fine';
    return found(says, {}, { ...disk });
  } catch (error) {
    return found('disk_unknown', { reason: codeOf(error) });
  }
}

/** The memory of the machine or the container. */
export function checkMemory(): Finding {
  const available = availableMemory();
  return found(available < MEMORY_MIN ? 'memory_low' : 'memory_fine', {}, { available });
}

/** This machine's clock beside the database's and the proxy's. */
export async function checkClock(db: Db | null, { date }: Pick<Reached, 'date'>): Promise<Finding> {
  const before = Date.now();
  const told = db === null ? null : await databaseClock(db).catch(() => null);
  const here = (before + Date.now()) / 2;
  const off = told === null ? 0 : Math.abs(told - here);
  // The header is cut to whole seconds.
  const offAtProxy = date === null ? 0 : Math.abs(date.told + 500 - date.at);
  return judgeClock({ off, offAtProxy });
}

/** What two differences in ms mean. */
function judgeClock({ off, offAtProxy }: { off: number; offAtProxy: number }): Finding {
  const most = Math.max(off, offAtProxy);
  const values = { seconds: String(Math.round(most / 1000)) };
  if (most < CLOCK_MS.told) return found('clock_fine', values);
  if (most >= CLOCK_MS.wrong) return found('clock_far', values);
  return found(off >= offAtProxy ? 'clock_database' : 'clock_origin', values);
}

async function databaseClock(db: Db): Promise<number> {
  const [row] = await db
    .select({ now: sql<string>`(extract(epoch from clock_timestamp()) * 1000)::text` })
    .from(sql`(select 1) as one`);
  return Number(row?.now);
}

/** Whether the mail server takes the sign-in. */
export async function checkMail({ SMTP_URL: url }: { SMTP_URL?: string }): Promise<Finding> {
  if (!url) return found('mail_unset');
  const { hostname: server } = new URL(url);
  const failure = await checkMailServer({ url });
  return found(failure === null ? 'mail_fine' : `mail_${failure}`, { server });
}

/** Whether Stripe accepts the key. */
export async function checkPayments(payments: PaymentProvider | null): Promise<Finding> {
  if (!payments) return found('payments_unset');
  try {
    await payments.check();
  } catch (error) {
    return found('payments_refused', { reason: error instanceof Error ? error.message : '' });
  }
  if (!payments.takesNotices) return found('payments_webhook');
  return found(payments.isTest ? 'payments_test' : 'payments_fine');
}

/** Whether the database knows the time zone of events; that Node does was checked when the variables were read. */
export async function checkTimeZone(
  db: Db | null,
  { EVENT_TIME_ZONE: zone }: { EVENT_TIME_ZONE: string },
): Promise<Finding> {
  const now = new Date();
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(now);
  try {
    await db?.select({ at: sql`now() at time zone ${zone}` }).from(sql`(select 1) as one`);
    return found('time_zone_fine', { zone, time });
  } catch {
    return found('time_zone_unknown', { zone });
  }
}
