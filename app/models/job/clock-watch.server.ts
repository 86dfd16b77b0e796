import { gt, inArray, lte, max, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Db } from '~db/client.server';
import { jobs } from '~db/schema';
import { TIMED_JOBS } from './rules';

const HOUR_MS = 60 * 60 * 1000;
/** A larger difference is not a clock that was merely set a little wrong. */
const JUMP_MS = 24 * HOUR_MS;
/** How long a new time must hold before it is trusted, measured by the steady clock, which cannot be set. */
const HOLD_MS = HOUR_MS;
/** How far the clocks of several servers may differ without any effect. */
const APART_MS = 5 * 60 * 1000;

/** Tells whether the clock can be trusted. */
export interface ClockWatch {
  /** Call this before deleting anything because of its age (rule `retention.clock`). */
  isTrusted(): Promise<boolean>;
}

/**
 * Watches the clock of this process. The clock must continue from the last run of a deleting job, keep pace
 * with the machine's steady clock, and agree with the database's clock. After a jump of more than a day it is
 * trusted again an hour later.
 * @param options.wall the clock, in milliseconds
 * @param options.steady monotonic milliseconds, unaffected by changes of the clock
 */
export function createClockWatch({
  db,
  log,
  wall = () => Date.now(),
  steady = () => performance.now(),
}: {
  db: Db;
  log: Logger;
  wall?: () => number;
  steady?: () => number;
}): ClockWatch {
  let seen: { wall: number; steady: number } | null = null;
  let doubtedSince: number | null = null;

  return {
    async isTrusted() {
      const { database, lastRun } = await readTimes(db);
      const at = { wall: wall(), steady: steady() };
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
        log.warn(
          { clock: toText(at.wall) },
          'the clock has been steady for an hour and is trusted again',
        );
        doubtedSince = null;
      }
      return doubtedSince === null;
    },
  };
}

/**
 * The database's time, and the last time that a deleting job ended. A run that was skipped because the clock
 * was in doubt does not count.
 */
async function readTimes(db: Db): Promise<{ database: number; lastRun: number | null }> {
  const [row] = await db
    .select({
      database: sql<string>`extract(epoch from clock_timestamp()) * 1000`,
      lastRun: max(jobs.lastFinishedAt),
    })
    .from(jobs)
    .where(inArray(jobs.name, [...TIMED_JOBS]));
  return { database: Number(row?.database), lastRun: row?.lastRun?.getTime() ?? null };
}

/**
 * Whether a deadline has passed that was set at most `withinMs` ahead. A deadline further away was set while
 * the clock was wrong. It counts as passed, otherwise it would be late by as much as the clock was ahead.
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
