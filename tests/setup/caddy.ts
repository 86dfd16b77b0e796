import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './server';

const SITE = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const READY_MS = 30_000;

/** A running Caddy with a certificate of its own authority. */
export interface Caddy {
  origin: string;
  /** The file with its authority's certificate. */
  authority: string;
  /** What it has logged. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Caddy with `deploy/Caddyfile` for localhost. Only ports and places differ from an operator's.
 * @param upstream the server behind it, such as 127.0.0.1:3000
 */
export async function startCaddy({
  upstream,
  port,
}: {
  upstream: string;
  port: number;
}): Promise<Caddy> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-caddy-'));
  const config = join(folder, 'Caddyfile');
  const own = [
    'admin off',
    `http_port ${await freePort()}`,
    `https_port ${port}`,
    'skip_install_trust',
    `storage file_system ${folder}`,
  ];
  // There may be one block of global options only.
  const site = await readFile(SITE, 'utf8');
  await writeFile(config, site.replace(/^\{$/m, `{\n${own.join('\n')}`));
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, DOMAIN: 'localhost', UPSTREAM: upstream },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => (said += part));
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const authority = join(folder, 'pki/authorities/local/root.crt');
  const caddy: Caddy = {
    origin: `https://localhost:${port}`,
    authority,
    output: () => said,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
  const deadline = Date.now() + READY_MS;
  while (!said.includes('certificate obtained successfully') || !existsSync(authority)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await caddy.stop();
      throw new Error(`Caddy did not start:\n${said}`);
    }
    await sleep(50);
  }
  return caddy;
}
