import { sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';

export type Health = { status: 'ok' } | { status: 'failing'; part: 'database' | 'storage' };

/** A part that takes longer than this to answer does not answer. */
const TIMEOUT_MS = 3000;

/** Whether database and storage answer (C§2); names the first that does not. */
export async function checkHealth(app: { db: Db; storage: MediaStorage }): Promise<Health> {
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
