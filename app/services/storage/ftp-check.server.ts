import { randomBytes } from 'node:crypto';
import { FTPError } from 'basic-ftp';
import { createFtpDriver, type FtpAccess } from './ftp-driver.server';
import { fileUrl } from './public-address.server';

/** What is tried, one after the other. */
export const FTP_STEPS = ['connect', 'sign_in', 'directory', 'write', 'read', 'delete'] as const;
export type FtpStep = (typeof FTP_STEPS)[number];

/** A step that went wrong, and what the server, the network or the web server said. */
export class FtpCheckError extends Error {
  override readonly name = 'FtpCheckError';

  constructor(
    readonly step: FtpStep,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

const READ_MS = 15_000;
const NOT_LOGGED_IN = 530;

/**
 * Tries a server for real, before its settings are kept: signs in, makes the folder, writes a small
 * file, reads it back as browsers will, through the base URL, and deletes it.
 * @throws FtpCheckError naming the first step that failed
 */
export async function checkFtp(access: FtpAccess, { baseUrl }: { baseUrl: string }): Promise<void> {
  const driver = createFtpDriver(access);
  const key = `check-${randomBytes(8).toString('hex')}.txt`;
  const probe = randomBytes(32).toString('hex');
  try {
    await driver.signIn().catch((error: unknown) => {
      const isRefused = error instanceof FTPError && error.code === NOT_LOGGED_IN;
      throw new FtpCheckError(isRefused ? 'sign_in' : 'connect', error);
    });
    await step('directory', driver.makeFolder());
    await step('write', Promise.resolve(driver.setItem?.(key, probe, {})));
    try {
      await step(
        'read',
        readBack(fileUrl({ baseUrl, directory: access.directory ?? '' }, key), probe),
      );
    } finally {
      await step('delete', Promise.resolve(driver.removeItem?.(key, {})));
    }
  } finally {
    driver.dispose();
  }
}

async function step(name: FtpStep, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new FtpCheckError(name, error);
  }
}

async function readBack(url: string, expected: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(READ_MS), redirect: 'follow' });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  if ((await response.text()) !== expected) throw new Error(`${url}: another file`);
}
