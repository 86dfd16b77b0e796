import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server';

/** A running nginx of ours. */
export interface Nginx {
  origin: string;
  /** Its processes: the main one and its workers. */
  pids(): Promise<number[]>;
  /** The content of its error log. */
  errors(): Promise<string>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

const READY_MS = 10_000;

/**
 * Starts Debian's nginx in front of some servers, with `scripts/nginx.conf`.
 * @param options.origins the origins of the servers, such as `http://127.0.0.1:3000`
 * @param options.port the port on the loopback interface; by default a free one
 * @throws Error with nginx's message, or how to install it
 */
export async function startNginx({
  origins,
  port,
}: {
  origins: string[];
  port?: number;
}): Promise<Nginx> {
  const program = findNginx();
  const listen = port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-nginx-'));
  // Its workers run as another user, and need access.
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'site.conf'), await siteFor(origins, listen));
  await writeFile(join(folder, 'nginx.conf'), settingsIn(folder));

  // In a separate process group: an interrupt in a terminal reaches everybody, and it should end after the
  // servers.
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
    detached: true,
  });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const errors = () => readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
  const nginx: Nginx = {
    origin: `http://127.0.0.1:${listen}`,
    pids: async () => [child.pid ?? 0, ...(await childrenOf(child.pid ?? 0))],
    errors,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
  const deadline = Date.now() + READY_MS;
  while (!(await isListening(listen))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      const said = await errors();
      await nginx.stop();
      throw new Error(`nginx did not start:\n${said}`);
    }
    await sleep(50);
  }
  return nginx;
}

/** Whether nginx is installed here. */
export function hasNginx(): boolean {
  return spawnSync(NGINX, ['-v']).status === 0;
}

const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

function findNginx(): string {
  if (hasNginx()) return NGINX;
  throw new Error(
    'nginx is not installed (Debian, Ubuntu: apt-get install nginx), or not where NGINX says.',
  );
}

/** The site's file, filled in for servers on this machine. */
async function siteFor(origins: string[], port: number): Promise<string> {
  const file = await readFile(new URL('../../scripts/nginx.conf', import.meta.url), 'utf8');
  const servers = origins.map(
    (origin) => `server ${new URL(origin).host} max_fails=3 fail_timeout=1s;`,
  );
  const values: Record<string, string> = {
    servers: servers.join('\n    '),
    names: '127.0.0.1 localhost',
    listen: `127.0.0.1:${port}`,
  };
  return file.replace(/^#.*$/gm, '').replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    return values[name] ?? whole;
  });
}

/** The settings of Debian's own nginx.conf around a site, for an nginx in a folder. */
function settingsIn(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const isRoot = process.getuid?.() === 0;
  return [
    ...(isRoot ? ['user www-data;'] : []),
    'daemon off;',
    'worker_processes auto;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log;`,
    'events { worker_connections 4096; }',
    'http {',
    ...temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`),
    `  include ${folder}/site.conf;`,
    '}',
    '',
  ].join('\n');
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
}
