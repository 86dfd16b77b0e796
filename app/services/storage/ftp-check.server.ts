import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ConnectionOptions } from 'node:tls';
import { FtpOutage, offersTls, within } from './ftp-connection.server';
import { createFtpDriver, type FtpAccess, type FtpDriver } from './ftp-driver.server';
import { parseFtpHost } from './ftp-host';
import { fileUrl } from './public-address.server';

/** What is tried, one after the other. */
export const FTP_STEPS = ['connect', 'sign_in', 'directory', 'write', 'read', 'delete'] as const;
export type FtpStep = (typeof FTP_STEPS)[number];

/** A server as the administrator describes it. */
export interface FtpSettings {
  /** As `parseFtpHost` reads it. */
  host: string;
  user: string;
  password: string;
  directory: string;
  baseUrl: string;
}

/** A step that went wrong, and one line of what the other side said; never user name or password. */
export class FtpCheckError extends Error {
  override readonly name = 'FtpCheckError';

  constructor(
    readonly step: FtpStep,
    readonly reason: string,
  ) {
    super(`${step}: ${reason}`);
  }
}

/** In all, of which the last part is kept for taking the file away again. */
const LIMIT_MS = 30_000;
const REMOVAL_PART = 1 / 6;
/** A server that is silent for so long is away; a person is waiting. */
const SILENCE_MS = 10_000;
const REASON_MAX = 200;

/**
 * Tries a server for real, before its settings are kept: signs in, makes the folder, writes a small
 * file into a folder of its own as photos are, reads it back as browsers will, through the base URL,
 * and deletes it.
 * @param options.tls what to trust besides the public authorities
 * @returns how to get in from now on, with nothing left to find out
 * @throws FtpCheckError naming the first step that failed
 */
export async function tryOutFtp(
  settings: FtpSettings,
  { tls, limitMs = LIMIT_MS }: { tls?: ConnectionOptions; limitMs?: number } = {},
): Promise<FtpAccess> {
  const removalMs = limitMs * REMOVAL_PART;
  const deadline = performance.now() + limitMs - removalMs;
  const left = () => Math.max(Math.round(deadline - performance.now()), 1);
  const silence = Math.min(SILENCE_MS, limitMs);

  /** Does one step in the time that is left. */
  async function step<T>(name: FtpStep, work: () => Promise<T>, limit = left()): Promise<T> {
    try {
      return await within(limit, work());
    } catch (error) {
      const during = error instanceof FtpOutage ? error.during : 'work';
      throw new FtpCheckError(during === 'work' ? name : during, reasonOf(error, settings));
    }
  }

  const server = parseFtpHost(settings.host);
  if (!server) throw new FtpCheckError('connect', 'not the name of a host');
  const secure = server.secure ?? (await step('connect', () => offersTls(server, silence)));
  const { user, password, directory } = settings;
  const access = { host: server.host, port: server.port, secure, user, password, directory };
  const driver = createFtpDriver({ ...access, tls }, { silence });
  try {
    await step('connect', () => driver.signIn());
    await step('directory', () => driver.makeFolder());
    const probe = newProbe();
    try {
      await step('write', () => put(driver, probe));
      await step('read', () => readBack(settings, probe, left()));
    } catch (error) {
      await within(removalMs, take(driver, probe)).catch(() => undefined);
      throw error;
    }
    await step('delete', () => take(driver, probe), removalMs);
    return access;
  } finally {
    driver.dispose();
  }
}

interface Probe {
  key: string;
  content: string;
}

function newProbe(): Probe {
  const random = () => randomBytes(16).toString('hex');
  return { key: `checks/${random()}.txt`, content: random() };
}

async function put(driver: FtpDriver, { key, content }: Probe): Promise<void> {
  await driver.setItem?.(key, content, {});
}

async function take(driver: FtpDriver, { key }: Probe): Promise<void> {
  await driver.removeItem?.(key, {});
  if (await driver.hasItem(key, {})) throw new Error('the file is still there');
}

/**
 * Asks for the file over the web. Redirects are followed, and fetch follows none that leaves http.
 * Of the answer nothing is told but its status, as it may come from inside the network.
 */
async function readBack(settings: FtpSettings, probe: Probe, limit: number): Promise<void> {
  const address = fileUrl(settings, probe.key);
  if (!isWebAddress(address)) throw new Error('not an http or https address');
  const response = await fetch(address, {
    signal: AbortSignal.timeout(limit),
    headers: { 'Cache-Control': 'no-cache' },
  });
  if (!response.ok) {
    await response.body?.cancel();
    const text = STATUS_CODES[response.status] ?? '';
    throw new Error(`${address}: ${response.status} ${text}`.trim());
  }
  if ((await beginningOf(response, probe.content.length + 1)) !== probe.content) {
    throw new Error(`${address}: not the file that was written`);
  }
}

function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && !username && !password;
}

/** The first bytes of an answer, however long it is. */
async function beginningOf(response: Response, length: number): Promise<string> {
  const reader = response.body?.getReader();
  let bytes = Buffer.alloc(0);
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value) bytes = Buffer.concat([bytes, value]);
    if (!value || bytes.length >= length) break;
  }
  await reader?.cancel();
  return bytes.subarray(0, length).toString('latin1');
}

/** One line of what was said; fetch tells what happened only in its error's cause. */
function reasonOf(error: unknown, { user, password }: FtpSettings): string {
  const isFetch = error instanceof TypeError && error.cause !== undefined;
  const { message, code } = (isFetch ? error.cause : error) as { message?: string; code?: string };
  const line = (message || code || String(error)).split(/[\r\n]/)[0] ?? '';
  return [password, user]
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, '***'), line)
    .slice(0, REASON_MAX);
}
