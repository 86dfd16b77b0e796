import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { fillEvent, type Filled } from './support/fill';
import { memoryOf, printTable } from './support/measure';
import { makePictures } from './support/pictures';
import { onServer, type Stand } from './support/stand';

// What an event of 50, 500 and 5,000 guests takes: the server's memory while a fifth of the guests, 20 at a time, open
// feed and podium, the files and the database. Each guest has three photos, as a free event admits.

const GUESTS = [50, 500, 5000];
const PHOTOS_PER_GUEST = 3;
const AT_A_TIME = 20;
const DIFFERENT = 12;

export default async function measureSize(): Promise<void> {
  const pictures = await makePictures(DIFFERENT);
  const rows: string[][] = [];
  for (const guests of GUESTS) {
    await onServer({ database: 'postgres' }, async (stand) => {
      const count = guests * PHOTOS_PER_GUEST;
      const empty = { files: await filesOf(stand), database: await databaseOf(stand) };
      const idle = await memoryOf(stand.pid);
      const event = await fillEvent(stand, { count, pictures, perGuest: PHOTOS_PER_GUEST });
      const busy = await open(stand, event, guests / 5);
      const files = (await filesOf(stand)) - empty.files;
      const database = (await databaseOf(stand)) - empty.database;
      rows.push([guests, count, idle, busy, files, database].map((one) => one.toFixed(0)));
    });
  }
  const head = ['guests', 'photos', 'idle MB', 'most MB', 'files MB', 'database MB'];
  printTable(head, rows);
}

/** Lets guests open the feed and the podium; the most memory in MB between two rounds. */
async function open({ origin, pid }: Stand, { headers }: Filled, guests: number): Promise<number> {
  let most = 0;
  for (let done = 0; done < guests; done += AT_A_TIME) {
    const round = Array.from({ length: Math.min(AT_A_TIME, guests - done) }, async () => {
      for (const path of ['/feed', '/top']) {
        await (await fetch(origin + path, { headers })).arrayBuffer();
      }
    });
    await Promise.all(round);
    most = Math.max(most, await memoryOf(pid));
  }
  return most;
}

/** The stored files in MB. The bench links equal pictures; each counts as a file of its own. */
async function filesOf({ dataDir }: Stand): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-s', '-l', '-B1M', dataDir]);
  return Number(stdout.split('\t')[0]);
}

function databaseOf({ inDatabase }: Stand): Promise<number> {
  return inDatabase(async (db) => {
    const size = sql<string>`pg_database_size(current_database())`;
    const [row] = await db.select({ size }).from(sql`(select 1) as one`);
    return Number(row?.size) / 1_000_000;
  });
}
