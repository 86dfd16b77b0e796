import { parseArgs } from 'node:util';
import { DEFAULT_MAX_USERS, PHOTOS_PER_USER } from '~/models/event';

/** A command line that makes no sense; the text is the one line to show. */
export class UsageError extends Error {}

export interface Settings {
  guests: number;
  /** Photos each guest uploads. */
  photos: number;
  /** The origin of a running server; null: one is started on a temporary folder. */
  base: string | null;
  /** A folder with pictures to upload; null: they are made. */
  from: string | null;
  admin: { email: string; username: string; password: string | null };
  /** Guests that act at the same time. */
  concurrency: number;
  seed: number;
  /** Whether guests' connections break at random. */
  isFlaky: boolean;
}

export const USAGE = `Plays a whole event over HTTP and checks that every figure adds up.

  npm run party -- [--guests 30] [--photos 3] [--base URL] [--from FOLDER] [--flaky]

  --guests N            guests, 1 to 5000 (30)
  --photos N            photos each of them uploads, 1 to ${PHOTOS_PER_USER.default} (3)
  --base URL            a running server; without it, one is started on a temporary folder
  --from FOLDER         pictures to upload (jpg, jpeg, png, webp, heic); otherwise they are made
  --admin-password PW   with --base, for more than ${DEFAULT_MAX_USERS} guests (or ADMIN_PASSWORD)
  --admin-email E       the administrator's e-mail address (admin@example.com)
  --admin-username U    the administrator's user name (admin)
  --concurrency N       guests that act at the same time, 1 to 200 (16)
  --seed N              the same seed plays the same party (1)
  --flaky               three in ten requests of guests are cut: before, in or after their body
`;

/**
 * Reads the command line; null asks for the usage text. `env` gives ADMIN_PASSWORD, so that it
 * need not stand in a command line.
 * @throws UsageError
 */
export function readArgs(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings | null {
  const values = parse(argv);
  if (values.help) return null;
  const settings: Settings = {
    guests: wholeNumber('guests', values.guests, 1, 5000),
    photos: photosEach(values.photos),
    base: values.base === undefined ? null : originOf(values.base),
    from: values.from ?? null,
    admin: {
      email: values['admin-email'],
      username: values['admin-username'],
      password: values['admin-password'] ?? (env.ADMIN_PASSWORD || null),
    },
    concurrency: wholeNumber('concurrency', values.concurrency, 1, 200),
    seed: wholeNumber('seed', values.seed, 0, 4_294_967_295),
    isFlaky: values.flaky,
  };
  if (settings.base && settings.guests > DEFAULT_MAX_USERS && !settings.admin.password) {
    throw new UsageError(
      `--admin-password: is needed, because an event takes ${DEFAULT_MAX_USERS} guests until ` +
        'the administrator allows more',
    );
  }
  return settings;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        guests: { type: 'string', default: '30' },
        photos: { type: 'string', default: '3' },
        base: { type: 'string' },
        from: { type: 'string' },
        'admin-password': { type: 'string' },
        'admin-email': { type: 'string', default: 'admin@example.com' },
        'admin-username': { type: 'string', default: 'admin' },
        concurrency: { type: 'string', default: '16' },
        seed: { type: 'string', default: '1' },
        flaky: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * A whole number from a command line.
 * @throws UsageError when it is none, or out of bounds
 */
export function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new UsageError(`--${name}: must be a whole number from ${min} to ${max}`);
  }
  return number;
}

function photosEach(value: string): number {
  const most = PHOTOS_PER_USER.default;
  if (/^\d+$/.test(value) && Number(value) > most) {
    throw new UsageError(`--photos: must be at most ${most}, the slots that a new event has`);
  }
  return wholeNumber('photos', value, 1, most);
}

function originOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError('--base: must be an address such as http://localhost:3000');
  }
  return url.origin;
}
