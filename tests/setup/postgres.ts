import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where distributions install the server's programs; PGBIN names another folder. */
const INSTALLED = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

const HOW_TO_INSTALL =
  'PostgreSQL is not installed, and the tests run on a real one: install it ' +
  '(Debian, Ubuntu: apt-get install postgresql), or set PGBIN to the folder with initdb and pg_ctl.';

/** A temporary PostgreSQL server on the loopback address. */
export interface PostgresCluster {
  /** The URL of one of its databases. */
  url(database: string): string;
  /** The process whose children serve the connections. */
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder, without passwords and without flushing to the disk.
 * @throws Error that says how to install it if it is missing
 */
export async function startPostgres(): Promise<PostgresCluster> {
  const bin = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-postgres-'));
  // The server refuses to run as root, so it then runs as its package's user.
  const asServer = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  if (asServer.length > 0) await run('chown', ['postgres', folder]);
  await chmod(folder, 0o700);

  const server = async (program: string, options: string[]) => {
    const [command = '', ...rest] = [...asServer, join(bin, program), ...options];
    await run(command, rest, { cwd: '/', env: { ...process.env, LC_ALL: 'C' } });
  };
  const data = join(folder, 'data');
  await server('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']);
  const port = await freePort();
  const settings = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c fsync=off -c synchronous_commit=off -c full_page_writes=off',
    '-c max_connections=200',
  ];
  const log = join(folder, 'log');
  await server('pg_ctl', ['-D', data, '-l', log, '-w', '-o', settings.join(' '), 'start']);
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(pid),
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await server('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPrograms(): Promise<string> {
  const candidates = process.env.PGBIN ? [process.env.PGBIN] : await installedFolders();
  const found = candidates.find((folder) => existsSync(join(folder, 'initdb')));
  if (!found) throw new Error(HOW_TO_INSTALL);
  return found;
}

/** Newest version first. */
async function installedFolders(): Promise<string[]> {
  const folders: string[] = [];
  for (const root of INSTALLED) {
    const versions = await readdir(root).catch(() => []);
    folders.push(...versions.map((version) => join(root, version, 'bin')));
  }
  const version = (folder: string) => Number(/(\d+)\D*bin$/.exec(folder)?.[1] ?? 0);
  return folders.sort((a, b) => version(b) - version(a));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
