import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DATABASE_LIMITS } from '~db/client.server';
import { PASSWORD_COST } from '~/models/session/password.server';
import { ADMIN_EMAIL_DEFAULT } from '~/models/user/rules';
import { isTrustable, parseTrustProxy } from '~/trust-proxy.server';
import { count, optional, seconds, url } from './env-fields.server';
import { missingOfStorage, STORAGE_FIELDS } from './storage-variables.server';

/** A start that cannot succeed, with a one-line reason. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * The minimum length of a secret that cannot be brute-forced from a cookie it signed. Half as many random letters would
 * do; a phrase that somebody types needs more.
 */
const SECRET_MIN = 32;

/** The product's default, which has its own text in each language. */
export const HOSTED_IN_DEFAULT = 'EU (France)';

const PORT_RANGE = 'must be a whole number from 0 to 65535';

const schema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce
    .number('must be a number')
    .int(PORT_RANGE)
    .min(0, PORT_RANGE)
    .max(65535, PORT_RANGE)
    .default(3000),
  HOST: z.string().trim().min(1).default('0.0.0.0'),
  PUBLIC_ORIGIN: url(['http:', 'https:']).transform((value) => value && new URL(value).origin),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_LOCK_SECONDS: seconds(DATABASE_LIMITS.lockMs / 1000),
  DATABASE_STATEMENT_SECONDS: seconds(DATABASE_LIMITS.statementMs / 1000),
  DATABASE_WAIT_SECONDS: seconds(DATABASE_LIMITS.waitMs / 1000),
  DATABASE_START_SECONDS: seconds(60),
  SESSION_SECRET: optional
    .transform((value) =>
      value
        ?.split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
    )
    .refine((secrets) => secrets?.every((secret) => secret.length >= SECRET_MIN) ?? true, {
      message: `must be at least ${SECRET_MIN} characters, each of several`,
    }),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .pipe(z.email('must be an e-mail address'))
    .default(ADMIN_EMAIL_DEFAULT),
  ADMIN_USERNAME: z.string().trim().min(1, 'must not be empty').default('admin'),
  ADMIN_PASSWORD: optional.refine((value) => !value || value.length >= 6, {
    message: 'must be at least 6 characters',
  }),
  PASSWORD_COST: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 at least')
    .max(18, 'must be 18 at most')
    .default(PASSWORD_COST),
  /** Marks a server without real photos. Test servers may use cheap password hashes. */
  TEST_SERVER: z.enum(['1'], { message: 'must be 1' }).optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: url(['http:', 'https:']),
  /** The origin of a push service for tests, which need not be public. */
  PUSH_TEST_ORIGIN: url(['http:']).transform((value) => value && new URL(value).origin),
  ...STORAGE_FIELDS,
  EVENTS_PER_HOUR: count.default(30),
  JOINS_PER_MINUTE: count.default(120),
  ORGANIZER_PROOF: z
    .enum(['none', 'required'], { message: 'must be none or required' })
    .default('none'),
  EVENT_KEEP_MONTHS: count.max(1200, 'must be 1200 at most').default(12),
  STOP_DELAY_SECONDS: z.coerce
    .number('must be a number')
    .min(0, 'must not be negative')
    .max(60, 'must be 60 at most')
    .default(2),
  BUSY_MS: count.default(400),
  DISK_RESERVE_MB: count.default(200),
  IMAGE_MEMORY_MB: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(100, 'must be 100 at least')
    .optional(),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: optional,
  EVENT_TIME_ZONE: z
    .string()
    .trim()
    .default('Europe/Paris')
    .refine(isTimeZone, { message: 'must be a time zone such as Europe/Paris' }),
  HOSTED_IN: z
    .string()
    .trim()
    .max(100, 'must be 100 characters at most')
    .default(HOSTED_IN_DEFAULT),
  /** Anyone can ask for `/metrics`, so a token that can be guessed protects nothing. */
  METRICS_TOKEN: optional.refine((value) => !value || /^[\w.~+/-]{16,}=*$/.test(value), {
    message: 'must be at least 16 letters and digits, without spaces',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      message: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  TRUST_PROXY: z
    .string()
    .trim()
    .default('loopback')
    .transform(parseTrustProxy)
    .refine(isTrustable, {
      message: 'must be true, false, a number of proxies, or addresses such as 10.0.0.0/8',
    }),
});

/** The names of all variables. */
export const VARIABLES = Object.keys(schema.shape);

/** The validated environment, with generated secrets filled in. */
export type Env = Omit<z.infer<typeof schema>, 'SESSION_SECRET'> & {
  SESSION_SECRET: [string, ...string[]];
};

/**
 * Reads and validates all variables (docs/running.md, Variables), once at startup. Empty strings count as not
 * set, except for `HOSTED_IN`, where empty means to say nothing.
 * @param options.storesSecret whether a generated secret is stored, as a server needs it; a restore must not
 * @throws StartError naming the first bad variable
 */
export function readEnv(
  source: NodeJS.ProcessEnv = process.env,
  { storesSecret = true }: { storesSecret?: boolean } = {},
): Env {
  const isGiven = ([name, value]: [string, unknown]) => value !== '' || name === 'HOSTED_IN';
  const given = Object.fromEntries(Object.entries(source).filter(isGiven));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${String(issue?.path[0])}: ${issue?.message ?? 'is not valid'}`);
  }
  const env = parsed.data;
  if (env.SMTP_URL && !env.MAIL_FROM) {
    throw new StartError('MAIL_FROM: is required when SMTP_URL is set');
  }
  // Otherwise a forged Host header could change where a mail's link leads.
  if (env.SMTP_URL && !env.PUBLIC_ORIGIN) {
    throw new StartError('PUBLIC_ORIGIN: is required when SMTP_URL is set');
  }
  if (env.PASSWORD_COST < PASSWORD_COST && env.NODE_ENV === 'production' && !env.TEST_SERVER) {
    throw new StartError(`PASSWORD_COST: must be ${PASSWORD_COST} at least`);
  }
  // It lets the server call an address in its own network.
  if (env.PUSH_TEST_ORIGIN && !env.TEST_SERVER) {
    throw new StartError('PUSH_TEST_ORIGIN: is allowed with TEST_SERVER only');
  }
  const storage = missingOfStorage(env);
  if (storage) throw new StartError(`${storage.missing}: is required when ${storage.given} is set`);
  assertStripeIsWhole(env);
  return { ...env, SESSION_SECRET: sessionSecrets(env, storesSecret) };
}

/**
 * The settings for payments through Stripe; null if payments are not set up. Without the publishable key,
 * payers use Stripe's own page.
 */
export function stripeAccess(env: Env) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey = null } = env;
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = env;
  return secretKey ? { secretKey, publishableKey, webhookSecret, apiBase } : null;
}

const STRIPE_KEY = /^[a-z]+_(test|live)_/;

/** With keys of different modes, a real card would be shown a payment that does not exist. */
function assertStripeIsWhole(env: z.infer<typeof schema>): void {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  if (!secretKey && publishableKey) {
    throw new StartError('STRIPE_SECRET_KEY: is required when STRIPE_PUBLISHABLE_KEY is set');
  }
  // Every visitor of the shop can read this key, so swapping the two keys would reveal the secret one.
  if (publishableKey && !publishableKey.startsWith('pk_')) {
    throw new StartError('STRIPE_PUBLISHABLE_KEY: must begin with pk_');
  }
  const [kind, publicKind] = [secretKey, publishableKey].map((key) => key?.match(STRIPE_KEY)?.[1]);
  if (publishableKey && kind !== publicKind) {
    throw new StartError('STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY');
  }
}

function sessionSecrets(env: z.infer<typeof schema>, storesSecret: boolean): [string, ...string[]] {
  const [first, ...rest] = env.SESSION_SECRET ?? [];
  if (first) return [first, ...rest];
  if (env.DATABASE_URL && env.NODE_ENV === 'production') {
    throw new StartError(
      'SESSION_SECRET: is required when DATABASE_URL is set and NODE_ENV is production',
    );
  }
  return [storedSecret(join(env.DATA_DIR, 'session-secret'), storesSecret)];
}

/** A random secret that is created once and stored in a file that only its owner can read. */
function storedSecret(path: string, isNewStored: boolean): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  if (!isNewStored) return secret;
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot be written (${(error as Error).message})`);
  }
  return secret;
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
