import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../tests/setup/server';
import type { Filled } from './fill';
import type { Stand } from './stand';

export const BARE_SERVER = join(import.meta.dirname, 'bare-server.mjs');

/** Starts Express with pg on a stand's database, which answers as if to a guest of an event. */
export async function startBare(stand: Stand, { eventId, userId }: Filled) {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    DATABASE_URL: stand.url,
    MEDIA: join(stand.dataDir, 'media'),
    PORT: String(port),
    EVENT_ID: String(eventId),
    USER_ID: String(userId),
  };
  const child = spawn(process.execPath, [BARE_SERVER], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
