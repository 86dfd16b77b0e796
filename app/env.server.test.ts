import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv, StartError } from './env.server';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'snapodium-env-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (variables: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: dataDir, ...variables } as unknown as NodeJS.ProcessEnv);

describe('readEnv', () => {
  it('fills in the defaults of C§2', () => {
    expect(read()).toMatchObject({
      NODE_ENV: 'production',
      PORT: 3000,
      HOST: '0.0.0.0',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_USERNAME: 'admin',
      EVENT_TIME_ZONE: 'Europe/Paris',
      LOG_LEVEL: 'info',
      TRUST_PROXY: 'loopback',
    });
  });

  it('takes an empty variable for one that is not set', () => {
    const env = read({ PORT: '', DATABASE_URL: '', SMTP_URL: '' });
    expect(env.PORT).toBe(3000);
    expect(env.DATABASE_URL).toBeUndefined();
    expect(env.SMTP_URL).toBeUndefined();
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_ORIGIN', 'snapodium'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'short'],
    ['EVENT_TIME_ZONE', 'Europe/Nowhere'],
    ['LOG_LEVEL', 'loud'],
    ['SMTP_URL', 'http://mail'],
    ['STRIPE_API_BASE', 'stripe'],
  ])('names %s when it is %j', (name, value) => {
    expect(() => read({ [name]: value, MAIL_FROM: 'a@b.example' })).toThrow(StartError);
    expect(() => read({ [name]: value, MAIL_FROM: 'a@b.example' })).toThrow(name);
  });

  it('makes a session secret once, for its owner alone', () => {
    const first = read().SESSION_SECRET;
    expect(read().SESSION_SECRET).toEqual(first);
    const path = join(dataDir, 'session-secret');
    expect(readFileSync(path, 'utf8').trim()).toBe(first[0]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('rotates several secrets', () => {
    expect(read({ SESSION_SECRET: 'new, old' }).SESSION_SECRET).toEqual(['new', 'old']);
  });

  it('asks for a secret where several servers would not share a generated one', () => {
    const variables = { DATABASE_URL: 'postgres://localhost/x', NODE_ENV: 'production' };
    expect(() => read(variables)).toThrow('SESSION_SECRET');
    expect(read({ ...variables, SESSION_SECRET: 'given' }).SESSION_SECRET).toEqual(['given']);
  });

  it.each([
    ['true', true],
    ['2', 2],
    ['10.0.0.0/8', '10.0.0.0/8'],
  ])('reads TRUST_PROXY %j as Express does', (value, expected) => {
    expect(read({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(expected);
  });
});
