import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Settings } from './args';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A first start may have to build. */
const START_TIMEOUT_MS = 10 * 60_000;
/** The server gives running requests 10 s; then it must be gone. */
const STOP_TIMEOUT_MS = 20_000;
const LOG_LINES = 15;
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const;

/** A server of our own could not be started; the text holds what it said last. */
export class ServerError extends Error {}

export interface OwnServer {
  base: string;
  adminPassword: string;
  /** The most memory the serving process ever held, in bytes; null where the system cannot say. */
  peakMemory(): Promise<number | null>;
  /** Asks it to end, removes its folder, and gives its exit code (null: it had to be killed). */
  stop(): Promise<number | null>;
}

/**
 * Starts a server on an empty temporary folder, with the embedded database, no mail, no payments.
 * @throws ServerError
 */
export async function startServer(admin: Settings['admin']): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-party-'));
  const logPath = join(folder, 'server.log');
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const adminPassword = randomBytes(12).toString('base64url');
  const log = openSync(logPath, 'a');
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ADMIN_EMAIL: admin.email,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
      // Whatever the environment holds: a party must touch nothing real.
      DATABASE_URL: '',
      SESSION_SECRET: '',
      PUBLIC_ORIGIN: '',
      SMTP_URL: '',
      STRIPE_SECRET_KEY: '',
    },
  });
  closeSync(log);
  // An interrupted party leaves nothing behind, not even while the server is starting.
  const interrupt = () => void server.stop().finally(() => process.exit(130));
  for (const signal of INTERRUPTS) process.once(signal, interrupt);
  const server: OwnServer = {
    base,
    adminPassword,
    peakMemory: () => peakMemoryOf(child.pid ?? 0, port),
    stop: async () => {
      const code = await end(child);
      for (const signal of INTERRUPTS) process.off(signal, interrupt);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      return code;
    },
  };
  try {
    await untilHealthy(base, child);
    return server;
  } catch (error) {
    const said = (await readFile(logPath, 'utf8').catch(() => ''))
      .trim()
      .split('\n')
      .slice(-LOG_LINES)
      .join('\n');
    await server.stop();
    throw new ServerError(`${(error as Error).message}\n${said}`);
  }
}

async function untilHealthy(base: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error('the server did not start; it said:');
    const answered = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await sleep(200);
  }
  throw new Error('the server did not answer /healthz in time; it said:');
}

async function end(child: ChildProcess): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const family = await descendantsOf(child.pid ?? 0);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_TIMEOUT_MS, null, { ref: false })]);
  if (hasEnded(child)) return child.exitCode;
  for (const pid of family) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  child.kill('SIGKILL');
  await ended;
  return null;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * What Linux says of the process that listens on the port: the one we started or one it started.
 */
async function peakMemoryOf(pid: number, port: number): Promise<number | null> {
  try {
    const inode = await listeningSocket(port);
    for (const candidate of [pid, ...(await descendantsOf(pid))]) {
      if (!inode || !(await holdsSocket(candidate, inode))) continue;
      const status = await readFile(`/proc/${candidate}/status`, 'utf8');
      const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
      return kilobytes ? Number(kilobytes) * 1024 : null;
    }
  } catch {
    // No /proc here, or the process is gone: there is nothing to tell.
  }
  return null;
}

async function listeningSocket(port: number): Promise<string | undefined> {
  const LISTEN = '0A';
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)));
  return rows.find((row) => row[1]?.endsWith(suffix) && row[3] === LISTEN)?.[9];
}

async function holdsSocket(pid: number, inode: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => '')),
  );
  return links.includes(`socket:[${inode}]`);
}

/** The processes that a process started, and theirs. */
async function descendantsOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = listed.split(' ').filter(Boolean).map(Number);
  const theirs = await Promise.all(children.map(descendantsOf));
  return [...children, ...theirs.flat()];
}
