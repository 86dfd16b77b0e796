import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';

export type Health = { status: 'ok' } | { status: 'failing'; part: 'database' | 'storage' };

/** A part that takes longer than this to answer does not answer. */
const TIMEOUT_MS = 3000;

/** An answer holds for this long, a bad one too: finding out writes a file, and anyone may ask. */
const FRESH_MS = 5000;

interface HealthDeps {
  db: Db;
  storage: MediaStorage;
}

/** Tells how things are, or how they were found a moment ago. */
export type HealthCheck = () => Promise<Health>;

/** Makes a check that looks at most every five seconds, however many ask and however long it takes. */
export function createHealthCheck(deps: HealthDeps & { now(): Date }): HealthCheck {
  let answer: Promise<Health> | null = null;
  let answeredAt: number | null = null;
  const isFresh = () => {
    // Requests that come during a check wait for its answer, and begin none of their own.
    if (answeredAt === null) return true;
    const age = deps.now().getTime() - answeredAt;
    return age >= 0 && age < FRESH_MS;
  };
  return () => {
    if (answer && isFresh()) return answer;
    answeredAt = null;
    answer = checkHealth(deps).finally(() => (answeredAt = deps.now().getTime()));
    return answer;
  };
}

/** Whether database and storage answer; names the first that does not. */
export async function checkHealth(app: HealthDeps): Promise<Health> {
  if (!(await answers(app.db.execute(sql`select 1`)))) {
    return { status: 'failing', part: 'database' };
  }
  if (!(await answers(app.storage.check()))) return { status: 'failing', part: 'storage' };
  return { status: 'ok' };
}

async function answers(question: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  const answer = Promise.resolve(question).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
