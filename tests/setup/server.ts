import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const DAYS_AGO = new URL('days-ago.mjs', import.meta.url).href;

/** A built Snapodium running on its own folder and port. */
export interface TestServer {
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has written so far, on both streams. */
  output(): string;
  /** Sends SIGTERM, or the given signal; resolves with the exit code once the process is gone. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Removes the data folder. */
  clean(): Promise<void>;
}

/** The lowest cost of a password, because thousands of tests sign in. Only a server for tests accepts it. */
export const CHEAP_PASSWORDS = '1';
/**
 * Node's flags for what serves one file of tests: a start with the embedded database spends half of its work on
 * optimizing WebAssembly code, which pays off only after such a server has ended.
 */
export const SHORT_LIVED = ['--liftoff-only'];
/** Those for a server that many files share. */
export const LONG_LIVED: string[] = [];
export const ADMIN_PASSWORD = 'admin-password';
export const SESSION_SECRET = 'a secret for tests of thirty-two letters';

interface Options {
  root?: string;
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
  nodeFlags?: string[];
  isDetached?: boolean;
}

/**
 * Starts the built server and waits until /healthz answers.
 * @param options.dataDir an existing folder, to start again on its data
 * @param options.root another checkout whose build should be started
 * @param options.env further variables of the environment
 * @param options.nodeFlags flags of Node, `SHORT_LIVED` by default
 * @param options.isDetached an interrupt in the terminal does not reach it; the caller has to end it
 */
export async function startServer(options: Options = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'snapodium-test-')));
  for (;;) {
    const port = options.port ?? (await freePort());
    try {
      return await startAt({ ...options, dataDir, port });
    } catch (error) {
      // Somebody may take a port between its choice and the start.
      const isTaken = String(error).includes(`PORT: ${port} is taken by another program`);
      if (options.port !== undefined || !isTaken) throw error;
    }
  }
}

async function startAt({
  dataDir,
  port,
  ...options
}: Options & { dataDir: string; port: number }): Promise<TestServer> {
  const folder = options.root ?? root;
  const child = spawn(
    process.execPath,
    [
      '--import',
      DAYS_AGO,
      ...(options.nodeFlags ?? SHORT_LIVED),
      join(folder, 'scripts/start.mjs'),
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.isDetached,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_PASSWORD,
        SESSION_SECRET,
        EVENTS_PER_HOUR: '0',
        JOINS_PER_MINUTE: '0',
        PASSWORD_COST: CHEAP_PASSWORDS,
        TEST_SERVER: '1',
        STOP_DELAY_SECONDS: '0',
        BUSY_MS: '0',
        LOG_LEVEL: 'warn',
        ...options.env,
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // Tests that end unexpectedly leave no server behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));

  const server: TestServer = {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    process: child,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
    clean: () => rm(dataDir, { recursive: true, force: true }),
  };
  await untilHealthy(server, exited);
  return server;
}

async function untilHealthy(server: TestServer, exited: Promise<number | null>): Promise<void> {
  let isGone = false;
  void exited.then(() => (isGone = true));
  for (;;) {
    const answer = await fetch(`${server.origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    // It serves requests all the same.
    if (((await answer?.json()) as { part?: string } | undefined)?.part === 'disk') return;
    if (isGone) throw new Error(`The server stopped while starting:\n${server.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A port on which nobody listens now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The errors in a server's log, which say why a test was answered with 500. */
export function errorsIn(log: string): string {
  const lines = log.split('\n').filter((line) => /"level":(50|60)/.test(line));
  return lines.length === 0 ? '' : `The server logged errors:\n${lines.join('\n')}\n`;
}
