import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A folder that another running server uses. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';

  constructor() {
    super('another running Snapodium uses this folder');
  }
}

/** Longer paths no system takes for a socket. */
const SOCKET_PATH_MAX = 100;

/**
 * Claims a data folder for this process: two servers on one embedded database would destroy it. The
 * claim is a socket that this process listens on, so it ends with the process, however that ends. A
 * socket file that refuses connections was left by a killed server, and is taken over.
 * @returns gives the folder free again
 * @throws DataInUseError
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = socketPath(dataDir);
  const server = (await listen(path)) ?? (await takeOver(path));
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

async function takeOver(path: string): Promise<Server> {
  if (await isAnswered(path)) throw new DataInUseError();
  await rm(path, { force: true });
  const server = await listen(path);
  // Another one that started at the same moment was quicker.
  if (!server) throw new DataInUseError();
  return server;
}

/** Null when the path is taken. */
function listen(path: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.end());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(null) : fail(error),
    );
    server.listen(path, () => done(server));
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

function socketPath(dataDir: string): string {
  const inside = resolve(dataDir, 'in-use.sock');
  if (inside.length <= SOCKET_PATH_MAX) return inside;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  return join(tmpdir(), `snapodium-${name}.sock`);
}
