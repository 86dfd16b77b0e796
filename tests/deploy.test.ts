import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv, VARIABLES } from '~/env.server';
import { startCaddy } from './setup/caddy';
import { freePort } from './setup/server';

// The files that operators deploy with, as the programs that read them see them.

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'snapodium-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The lines NAME=value of a file of variables. */
const variablesIn = (text: string) =>
  [...text.matchAll(/^#? ?([A-Z_0-9]+)=/gm)].map(([, name]) => name);

describe('Dockerfile', () => {
  const text = read('Dockerfile');
  const instructions = DockerfileParser.parse(text).getInstructions();
  const lastFrom = instructions.map((one) => one.getKeyword()).lastIndexOf('FROM');
  const final = instructions.slice(lastFrom);
  const argumentsOf = (keyword: string) =>
    final.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent());

  test('has no error', () => {
    expect(validate(text)).toEqual([]);
  });

  test('starts Node itself as a user without rights, with its data in a volume', () => {
    expect(argumentsOf('CMD')).toEqual(['["node", "build/server.js"]']);
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('VOLUME')).toEqual(['["/data"]']);
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  test('takes from other stages only what runs', () => {
    expect(argumentsOf('COPY').map((what) => what?.split(' ')[0])).toEqual([
      '/app/node_modules',
      '/app/package.json',
      '/app/db/migrations',
      '/app/app/demo/images',
      '/app/build',
    ]);
  });
});

describe('compose.yaml', () => {
  const filled = read('deploy/env.example').replace(
    /^(POSTGRES_PASSWORD|SESSION_SECRET)=$/gm,
    '$1=0123abc',
  );
  const check = (variables: string) => {
    copyFileSync(join(root, 'compose.yaml'), join(folder, 'compose.yaml'));
    writeFileSync(join(folder, '.env'), variables);
    return spawnSync('docker-compose', ['config'], { cwd: folder, encoding: 'utf8' });
  };

  test('is what Compose reads, with the variables of deploy/env.example', () => {
    const { status, stdout } = check(filled);
    expect(status).toBe(0);
    const { services } = parse(stdout) as { services: Record<string, Record<string, unknown>> };
    expect(services.server?.environment).toMatchObject({
      PUBLIC_ORIGIN: 'https://photos.example.org',
      DATABASE_URL: 'postgres://snapodium:0123abc@database/snapodium',
      TRUST_PROXY: '1',
    });
    // Caddy alone is reached from outside.
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy']);
  });

  test.each(['DOMAIN', 'POSTGRES_PASSWORD', 'SESSION_SECRET'])(
    'names %s if it is missing',
    (name) => {
      const { status, stderr } = check(filled.replace(new RegExp(`^${name}=.*$`, 'm'), ''));
      expect(status).not.toBe(0);
      expect(stderr).toContain(`set ${name} in .env`);
    },
  );

  test('deploy/env.example names variables that exist', () => {
    const known = [...VARIABLES, 'DOMAIN', 'POSTGRES_PASSWORD'];
    expect(
      variablesIn(read('deploy/env.example')).filter((name) => !known.includes(name ?? '')),
    ).toEqual([]);
  });
});

test('the server takes the variables that docs/operations.md gives for a machine without containers', () => {
  const [, block = ''] = /```sh\n(DATA_DIR=[^`]+)```/.exec(read('docs/operations.md')) ?? [];
  const written = block.matchAll(/^([A-Z_]+)=(.+)$/gm);
  const given = Object.fromEntries([...written].map(([, name, value]) => [name, value]));
  const secret = 'a-secret-of-thirty-two-letters-or-more';
  const env = readEnv({
    ...given,
    DATA_DIR: folder,
    SESSION_SECRET: secret,
    NODE_ENV: 'production',
  });
  expect(env).toMatchObject({ DATABASE_URL: given.DATABASE_URL, MAIL_FROM: given.MAIL_FROM });
});

test('Caddy reads deploy/Caddyfile', () => {
  const asked = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')];
  const env = { ...process.env, HOME: folder, DOMAIN: 'photos.example.org' };
  const { status, stderr } = spawnSync('caddy', asked, { env, encoding: 'utf8' });
  expect(stderr).not.toMatch(/"level":"(error|warn)"/);
  expect(status).toBe(0);
});

test('Caddy logs no private link with an error', async () => {
  const port = await freePort();
  const nobody = `127.0.0.1:${await freePort()}`;
  const caddy = await startCaddy({ upstream: nobody, port });
  onTestFinished(() => caddy.stop());
  const asked = [
    '--silent',
    '--cacert',
    caddy.authority,
    '--referer',
    `${caddy.origin}/wall/a-key`,
  ];
  spawnSync('curl', [...asked, `${caddy.origin}/return/a-token`]);
  await expect.poll(() => caddy.output()).toContain('connection refused');
  expect(caddy.output()).not.toMatch(/a-token|a-key/);
});

describe.runIf(existsSync('/usr/bin/systemd-analyze'))('deploy/snapodium.service', () => {
  const unit = join(root, 'deploy/snapodium.service');
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });

  test('systemd reads it without a warning', () => {
    const { status, stdout, stderr } = analyze('verify', unit);
    // Node may be elsewhere on the machine that runs the tests.
    const said = `${stdout}${stderr}`.split('\n').filter((line) => !/not executable|^$/.test(line));
    expect({ said, status: said.length === 0 ? 0 : status }).toEqual({ said: [], status: 0 });
  });

  test('systemd finds it little exposed', () => {
    const { stdout } = analyze('security', '--offline=yes', unit);
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(2);
  });
});
