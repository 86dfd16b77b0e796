import { gt, inArray, lte, max, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import { jobs } from '~db/schema';
import { DELETING_JOBS } from './job';

const HOUR_MS = 60 * 60 * 1000;
/** Clocks that are further apart are not just set a little wrong. */
const JUMP_MS = 24 * HOUR_MS;
/** How long a new time has to hold until it is believed, by the clock that nobody can set. */
const HOLD_MS = HOUR_MS;
/** By how much the clocks of several servers may differ without anybody noticing. */
const APART_MS = 5 * 60 * 1000;

/** Says whether the time can be believed. */
export interface ClockWatch {
  /** Ask before anything is deleted because its time has come (rule `retention.clock`). */
  isTrusted(): Promise<boolean>;
}

/**
 * Watches the clock of this process: it has to go on from the last run of a job that deletes, keep pace with the
 * machine's steady clock, and agree with the database's. A jump of more than a day is believed after an hour.
 * @param options.steady milliseconds that only ever go on, whatever the clock is set to
 */
export function createClockWatch({
  db,
  log,
  now,
  steady = () => performance.now(),
}: {
  db: Db;
  log: Logger;
  now(): Date;
  steady?: () => number;
}): ClockWatch {
  let seen: { wall: number; steady: number } | null = null;
  let doubtedSince: number | null = null;

  return {
    async isTrusted() {
      const { database, lastRun } = await readTimes(db);
      const at = { wall: now().getTime(), steady: steady() };
      const expected = seen ? seen.wall + at.steady - seen.steady : lastRun;
      const hasJumped = expected !== null && isFar(at.wall, expected);
      seen = at;
      if (hasJumped || isFar(at.wall, database)) {
        if (hasJumped || doubtedSince === null) {
          const times = { expected: expected && toText(expected), database: toText(database) };
          log.error(
            { clock: toText(at.wall), ...times },
            'the clock has jumped: nothing is deleted until it has held for an hour',
          );
        }
        doubtedSince = at.steady;
      } else if (doubtedSince !== null && at.steady - doubtedSince >= HOLD_MS) {
        log.warn({ clock: toText(at.wall) }, 'the clock has held for an hour: it is believed');
        doubtedSince = null;
      }
      return doubtedSince === null;
    },
  };
}

/** The database's time, and when a job that deletes has ended last: a run in doubt does not count as one. */
async function readTimes(db: Db): Promise<{ database: number; lastRun: number | null }> {
  const [row] = await db
    .select({
      database: sql<string>`extract(epoch from clock_timestamp()) * 1000`,
      lastRun: max(jobs.lastFinishedAt),
    })
    .from(jobs)
    .where(inArray(jobs.name, [...DELETING_JOBS]));
  return { database: Number(row?.database), lastRun: row?.lastRun?.getTime() ?? null };
}

/**
 * Whether a time has come that was set to `withinMs` from then at most. One that is further away was set while
 * the clock was wrong: it has come, too, or what waits for it would wait for as long as the clock was ahead.
 */
export function isDue(time: PgColumn, now: Date, withinMs: number): SQL | undefined {
  return or(lte(time, now), gt(time, new Date(now.getTime() + withinMs + APART_MS)));
}

function isFar(a: number, b: number): boolean {
  return Math.abs(a - b) > JUMP_MS;
}

function toText(time: number): string {
  return new Date(time).toISOString();
}
