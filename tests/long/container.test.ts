import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildahIn, makeBaseImage, type Buildah } from '../setup/base-image';
import { freePort } from '../setup/server';

// The Dockerfile, built by Buildah on an image like Node's official one, and the server started from it: as the
// image's user, with its environment, its command and its files. A registry is not needed.

const root = fileURLToPath(new URL('../..', import.meta.url));
const BASE = 'docker.io/library/node:22-bookworm-slim';
const IMAGE = 'localhost/snapodium-test';
const NODE_USER = 1000;
const BUILD_MS = 30 * 60 * 1000;
/** What the program and its packages may take, in MB. */
const SIZE_MAX_MB = 480;
const canBuild = process.getuid?.() === 0;
if (!canBuild) {
  process.stderr.write('tests/long/container.test.ts is skipped: only root can build the image.\n');
}
const act = (program: string, ...args: string[]) => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};

interface Config {
  Env: string[];
  Cmd: string[];
  User: string;
  WorkingDir: string;
  StopSignal: NodeJS.Signals;
  Healthcheck: { Test: string[] };
  Volumes: Record<string, object>;
}

describe.runIf(canBuild)('the image', () => {
  let folder: string;
  let buildah: Buildah;
  let container: string;
  let system: string;
  let config: Config;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'snapodium-image-'));
    buildah = buildahIn(folder);
    await makeBaseImage(buildah, BASE);
    const how = [
      '--pull-never',
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--format',
      'docker',
    ];
    await buildah('build', ...how, '--tag', IMAGE, root);
    const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE));
    config = Docker.config as Config;
    container = await buildah('from', '--pull-never', IMAGE);
    system = await buildah('mount', container);
    // A new volume takes the owner of its folder in the image.
    await chown(join(system, 'data'), NODE_USER, NODE_USER);
    act('mount', '-t', 'proc', 'proc', join(system, 'proc'));
    port = await freePort();
  }, BUILD_MS);
  afterAll(async () => {
    act('umount', join(system, 'proc'));
    await buildah('rm', '--all');
    await rm(folder, { recursive: true, force: true });
  }, BUILD_MS);

  /** The arguments of chroot for a command, as the image's user with its environment. */
  const inside = ([...command]: string[]) => {
    const variables = [...config.Env, `PORT=${port}`, 'HOST=127.0.0.1', 'HOME=/home/node'];
    const enter = ['sh', '-c', `cd ${config.WorkingDir} && exec "$@"`, 'sh', ...command];
    const user = `--userspec=${NODE_USER}:${NODE_USER}`;
    return [user, system, 'env', '-i', ...variables, ...enter];
  };
  const runInside = (...command: string[]) =>
    spawnSync('chroot', inside(command), { encoding: 'utf8' });
  const start = (): ChildProcess =>
    spawn('chroot', inside(config.Cmd), { stdio: ['ignore', 'ignore', 'inherit'] });

  test('holds the program and what it runs with, and neither sources nor tests nor secrets', async () => {
    const program = join(system, 'app');
    expect((await readdir(program)).sort()).toEqual([
      'app',
      'build',
      'db',
      'node_modules',
      'package.json',
    ]);
    expect(await readdir(join(program, 'db'))).toEqual(['migrations']);
    expect(await readdir(join(program, 'app'), { recursive: true })).toContain('demo/images');
    expect(await readdir(join(program, 'app/demo'))).toEqual(['images']);
    const packages = await readdir(join(program, 'node_modules'));
    expect(packages).toContain('sharp');
    for (const unneeded of ['vite', 'vitest', 'playwright', 'eslint', 'tsx', 'esbuild']) {
      expect(packages).not.toContain(unneeded);
    }
    expect(config.Env.join(' ')).not.toMatch(/SECRET|PASSWORD|DATABASE_URL/);
    const { stdout } = spawnSync('du', ['--summarize', '--block-size=1M', program], {
      encoding: 'utf8',
    });
    expect(Number(stdout.split('\t')[0])).toBeLessThan(SIZE_MAX_MB);
  });

  test('runs as a user who can write only to the data', () => {
    expect(config.User).toBe('node');
    expect(Object.keys(config.Volumes)).toEqual(['/data']);
    expect(runInside('touch', '/app/build/x').status).not.toBe(0);
    expect(runInside('touch', '/app/x').status).not.toBe(0);
    expect(runInside('touch', '/data/x').status).toBe(0);
    expect(runInside('rm', '/data/x').status).toBe(0);
  });

  test('starts on an empty volume, is healthy, stops when told to, and starts again', async () => {
    const isHealthy = () => {
      const [kind, ...check] = config.Healthcheck.Test;
      expect(kind).toBe('CMD');
      return runInside(...check).status === 0;
    };
    expect(isHealthy()).toBe(false);
    for (let starts = 0; starts < 2; starts += 1) {
      const server = start();
      const exited = once(server, 'exit');
      try {
        await expect.poll(isHealthy, { timeout: 120_000, interval: 500 }).toBe(true);
        const examined = runInside('node', 'build/server/doctor.js');
        expect(examined.stdout).toMatch(/^ok +database .*in use by the running server/m);
        expect(examined.status).toBe(0);
      } finally {
        server.kill(config.StopSignal);
      }
      expect(await exited).toEqual([0, null]);
    }
    const stored = await readdir(join(system, 'data'));
    expect(stored).toEqual(
      expect.arrayContaining(['admin-password', 'database', 'session-secret']),
    );
  }, 600_000);

  test('gives the administrator another password', () => {
    const { status, stdout } = runInside('node', 'build/server/admin-password.js');
    expect(stdout).toMatch(/^Administrator: admin, password \S{16} \(shown this once\)/);
    expect(status).toBe(0);
  });
});
