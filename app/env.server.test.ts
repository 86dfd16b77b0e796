import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv, StartError, stripeAccess } from './env.server';
import { s3Access } from './storage-variables.server';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'snapodium-env-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const read = (variables: Record<string, string> = {}) =>
  readEnv({ DATA_DIR: dataDir, ...variables } as unknown as NodeJS.ProcessEnv);

describe('readEnv', () => {
  it('fills in the defaults', () => {
    expect(read()).toMatchObject({
      NODE_ENV: 'production',
      PORT: 3000,
      HOST: '0.0.0.0',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_USERNAME: 'admin',
      EVENT_TIME_ZONE: 'Europe/Paris',
      LOG_LEVEL: 'info',
      EVENTS_PER_HOUR: 30,
      PASSWORD_COST: 15,
      JOINS_PER_MINUTE: 120,
      ORGANIZER_PROOF: 'none',
      EVENT_KEEP_MONTHS: 12,
      TRUST_PROXY: 'loopback',
      DATABASE_LOCK_SECONDS: 5000,
      DATABASE_STATEMENT_SECONDS: 20_000,
      DATABASE_WAIT_SECONDS: 5000,
      DATABASE_START_SECONDS: 60_000,
    });
  });

  it.each(['true', '2', 'loopback, 10.0.0.0/8', '::1'])('trusts proxies at %s', (value) => {
    expect(() => read({ TRUST_PROXY: value })).not.toThrow();
  });

  it('treats an empty variable as not set', () => {
    const env = read({ PORT: '', DATABASE_URL: '', SMTP_URL: '' });
    expect(env.PORT).toBe(3000);
    expect(env.DATABASE_URL).toBeUndefined();
    expect(env.SMTP_URL).toBeUndefined();
  });

  it('uses the operator’s text for where photos are hosted, also an empty one', () => {
    expect(read().HOSTED_IN).toBe('EU (France)');
    expect(read({ HOSTED_IN: ' Genève ' }).HOSTED_IN).toBe('Genève');
    expect(read({ HOSTED_IN: '' }).HOSTED_IN).toBe('');
  });

  it.each([
    ['PORT', 'eighty', 'must be a number'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['METRICS_TOKEN', 'prometheus', 'must be at least 16 letters and digits'],
    ['METRICS_TOKEN', 'sixteen letters, two words', 'must be at least 16 letters and digits'],
    ['TRUST_PROXY', 'nginx', 'must be true, false, a number of proxies, or addresses'],
    ['TRUST_PROXY', '10.0.0.1, 10.0.0.0/99', 'must be true'],
    ['DATABASE_LOCK_SECONDS', 'soon', 'must be a number of seconds'],
    ['DATABASE_STATEMENT_SECONDS', '-1', 'must not be negative'],
    ['DATABASE_WAIT_SECONDS', '3601', 'must be 3600 at most'],
    ['DATABASE_START_SECONDS', '-1', 'must not be negative'],
    ['PUBLIC_ORIGIN', 'snapodium', 'must be'],
    ['DATABASE_URL', 'mysql://localhost/x', 'must be an address'],
    ['ADMIN_EMAIL', 'nobody', 'must be an e-mail address'],
    ['ADMIN_PASSWORD', 'short', 'must be at least 6 characters'],
    ['EVENT_TIME_ZONE', 'Europe/Nowhere', 'must be a time zone'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error'],
    ['SMTP_URL', 'http://mail', 'must be'],
    ['STRIPE_API_BASE', 'stripe', 'must be'],
    ['SESSION_SECRET', 'x'.repeat(31), 'must be at least 32 characters'],
    ['SESSION_SECRET', `${'x'.repeat(32)}, old`, 'must be at least 32 characters'],
    ['ORGANIZER_PROOF', 'some', 'must be none or required'],
    ['PASSWORD_COST', '14', 'must be 15 at least'],
    ['PASSWORD_COST', '0', 'must be 1 at least'],
    ['TEST_SERVER', 'no', 'must be 1'],
    ['EVENTS_PER_HOUR', 'many', 'must be a number'],
    ['EVENTS_PER_HOUR', '-1', 'must not be negative'],
    ['EVENTS_PER_HOUR', '1.5', 'must be a whole number'],
    ['JOINS_PER_MINUTE', 'many', 'must be a number'],
    ['JOINS_PER_MINUTE', '-1', 'must not be negative'],
    ['EVENT_KEEP_MONTHS', 'ever', 'must be a number'],
    ['EVENT_KEEP_MONTHS', '-1', 'must not be negative'],
    ['EVENT_KEEP_MONTHS', '0.5', 'must be a whole number'],
    ['HOSTED_IN', 'x'.repeat(101), 'must be 100 characters at most'],
    ['S3_ENDPOINT', 's3.example', 'must be'],
    ['S3_BUCKET', 'a/b', 'must be'],
    ['S3_PREFIX', '../photos', 'must be'],
    ['S3_PREFIX', 'a photo', 'must be'],
  ])('names %s when it is %j', (name, value, reason) => {
    const readIt = () => read({ [name]: value, MAIL_FROM: 'a@b.example' });
    expect(readIt).toThrow(StartError);
    expect(readIt).toThrow(`${name}: ${reason}`);
  });

  it('allows cheap passwords only on a test server', () => {
    const cheap = { PASSWORD_COST: '1' };
    expect(() => read(cheap)).toThrow(new StartError('PASSWORD_COST: must be 15 at least'));
    expect(() => read({ ...cheap, TEST_SERVER: '' })).toThrow(StartError);
    expect(read({ ...cheap, TEST_SERVER: '1' }).PASSWORD_COST).toBe(1);
    expect(read({ ...cheap, NODE_ENV: 'development' }).PASSWORD_COST).toBe(1);
    expect(read({ TEST_SERVER: '1' }).PASSWORD_COST).toBe(15);
    expect(read({ PASSWORD_COST: '16' }).PASSWORD_COST).toBe(16);
  });

  it('requires the sender’s address for mails', () => {
    expect(() => read({ SMTP_URL: 'smtp://localhost' })).toThrow(
      'MAIL_FROM: is required when SMTP_URL is set',
    );
  });

  it('requires PUBLIC_ORIGIN for mails, so that a forged Host header cannot change their links', () => {
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example' };
    expect(() => read(mail)).toThrow('PUBLIC_ORIGIN: is required when SMTP_URL is set');
    expect(read({ ...mail, PUBLIC_ORIGIN: 'https://photos.example' }).SMTP_URL).toBeDefined();
  });

  describe('with S3', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'party',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };

    it('returns the credentials', () => {
      expect(s3Access(read(bucket))).toEqual({
        endpoint: 'https://s3.example',
        bucket: 'party',
        region: 'us-east-1',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        prefix: undefined,
      });
      const more = read({ ...bucket, S3_REGION: 'eu-west-3', S3_PREFIX: '/a/photos/' });
      expect(s3Access(more)).toMatchObject({ region: 'eu-west-3', prefix: 'a/photos' });
    });

    it('returns nothing if nothing is set', () => {
      expect(s3Access(read())).toBeUndefined();
      expect(s3Access(read({ S3_REGION: 'eu-west-3' }))).toBeUndefined();
    });

    it.each(Object.keys(bucket))('names %s when only that is missing', (name) => {
      expect(() => read({ ...bucket, [name]: '' })).toThrow(`${name}: is required when S3_`);
    });

    it('names what is missing when only a prefix is set', () => {
      expect(() => read({ S3_PREFIX: 'photos' })).toThrow(
        'S3_ENDPOINT: is required when S3_PREFIX is set',
      );
    });
  });

  describe('with Stripe', () => {
    const SECRET = { STRIPE_SECRET_KEY: 'sk_test_1' };
    const ONE_MODE = 'STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY';

    it('is not set up if nothing is set', () => {
      expect(stripeAccess(read())).toBeNull();
      const empty = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' };
      expect(stripeAccess(read(empty))).toBeNull();
      expect(stripeAccess(read({ STRIPE_WEBHOOK_SECRET: 'whsec_1' }))).toBeNull();
    });

    it('needs only the secret key, and then uses Stripe’s own page', () => {
      expect(stripeAccess(read(SECRET))).toEqual({
        secretKey: 'sk_test_1',
        publishableKey: null,
        webhookSecret: undefined,
        apiBase: undefined,
      });
    });

    it('returns all settings', () => {
      const all = {
        ...SECRET,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        STRIPE_API_BASE: 'http://127.0.0.1:12111',
      };
      expect(stripeAccess(read(all))).toEqual({
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        apiBase: 'http://127.0.0.1:12111',
      });
    });

    it('requires the secret key if the publishable one is set', () => {
      const readIt = () => read({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' });
      expect(readIt).toThrow(StartError);
      expect(readIt).toThrow('STRIPE_SECRET_KEY: is required when STRIPE_PUBLISHABLE_KEY is set');
    });

    it.each([
      ['sk_test_1', 'pk_test_1'],
      ['sk_live_1', 'pk_live_1'],
      ['rk_test_1', 'pk_test_1'],
      ['rk_live_1', 'pk_live_1'],
    ])('accepts %s and %s', (secret, publishable) => {
      const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
      expect(stripeAccess(read(keys))?.publishableKey).toBe(publishable);
    });

    it.each([
      ['sk_test_1', 'pk_live_1'],
      ['sk_live_1', 'pk_test_1'],
      ['rk_live_1', 'pk_test_1'],
      ['rk_test_1', 'pk_live_1'],
      ['sk_test_1', 'pk_1'],
    ])('refuses %s together with %s', (secret, publishable) => {
      const keys = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable };
      const readIt = () => read(keys);
      expect(readIt).toThrow(StartError);
      expect(readIt).toThrow(ONE_MODE);
    });

    it('refuses swapped keys, so that no browser gets the secret one', () => {
      const keys = { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' };
      expect(() => read(keys)).toThrow('STRIPE_PUBLISHABLE_KEY: must begin with pk_');
      const restricted = { ...keys, STRIPE_PUBLISHABLE_KEY: 'rk_test_1' };
      expect(() => read(restricted)).toThrow('STRIPE_PUBLISHABLE_KEY: must begin with pk_');
    });

    it('reveals no key in an error', () => {
      const keys = { STRIPE_SECRET_KEY: 'sk_live_hidden', STRIPE_PUBLISHABLE_KEY: 'pk_test_shown' };
      expect(() => read(keys)).toThrow(/^(?!.*(hidden|shown))/);
    });
  });

  it('creates a session secret once, readable by its owner only', () => {
    const first = read().SESSION_SECRET;
    expect(read().SESSION_SECRET).toEqual(first);
    const path = join(dataDir, 'session-secret');
    expect(readFileSync(path, 'utf8').trim()).toBe(first[0]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('accepts several secrets for rotation', () => {
    const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
    const both = `${newer}, ${older}`;
    expect(read({ SESSION_SECRET: both }).SESSION_SECRET).toEqual([newer, older]);
  });

  it('requires a secret if several servers may share the database', () => {
    const variables = { DATABASE_URL: 'postgres://localhost/x', NODE_ENV: 'production' };
    expect(() => read(variables)).toThrow('SESSION_SECRET');
    const given = 'g'.repeat(32);
    expect(read({ ...variables, SESSION_SECRET: given }).SESSION_SECRET).toEqual([given]);
  });

  it.each([
    ['true', true],
    ['2', 2],
    ['10.0.0.0/8', '10.0.0.0/8'],
  ])('reads TRUST_PROXY %j like Express', (value, expected) => {
    expect(read({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(expected);
  });
});
