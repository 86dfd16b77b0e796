import { inject } from 'vitest';
import { copyOf } from '../setup/first-start';
import { startServer, type TestServer } from '../setup/server';

/**
 * Starts a built server as it is after its first start, with an administrator and the demo event.
 * @param env with the address of a copied PostgreSQL, or on an embedded database
 * @param again the server to start again, on its data and port
 */
export async function startApart(
  env: Record<string, string> = {},
  again?: { dataDir: string; origin: string },
): Promise<TestServer> {
  if (again) return startIn(again.dataDir, env, Number(new URL(again.origin).port));
  const { pglite, postgres } = inject('firstStarts');
  return startIn(await copyOf(env.DATABASE_URL ? postgres : pglite), env);
}

/**
 * Starts a built server whose uploads, too, lie in its data folder, in `snapodium-uploads`: other
 * servers of this machine leave theirs in the common one.
 */
export function startIn(
  dataDir: string,
  env: Record<string, string>,
  port?: number,
): Promise<TestServer> {
  return startServer({ dataDir, port, env: { ...env, TMPDIR: dataDir } });
}
