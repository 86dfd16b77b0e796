import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ConnectionOptions } from 'node:tls';
import { FtpOutage, offersTls, within } from './ftp-connection.server';
import { createFtpDriver, type FtpAccess, type FtpDriver } from './ftp-driver.server';
import { parseFtpHost } from './ftp-host';
import { fileUrl } from './public-address.server';

/** The steps of the check, in order. */
export type FtpStep = 'connect' | 'sign_in' | 'directory' | 'write' | 'read' | 'delete';

/** A server as the administrator enters it. */
export interface FtpSettings {
  /** In the form that `parseFtpHost` reads. */
  host: string;
  user: string;
  password: string;
  directory: string;
  baseUrl: string;
}

/** A step that failed, and one line of the server's reply, without user name and password. */
export class FtpCheckError extends Error {
  override readonly name = 'FtpCheckError';

  constructor(
    readonly step: FtpStep,
    readonly reason: string,
  ) {
    super(`${step}: ${reason}`);
  }
}

/** The limit for the whole check. Its last part is reserved for deleting the file. */
const LIMIT_MS = 30_000;
const REMOVAL_PART = 1 / 6;
/** A server that is silent for this long is down. A person is waiting. */
const SILENCE_MS = 10_000;
const REASON_MAX = 200;

/**
 * Tests a server before its settings are stored: signs in, creates the folder, writes a small file into a
 * subfolder as photos are written, reads it through the base URL as browsers will, and deletes it.
 * @param options.tls what to trust besides the public authorities
 * @returns complete settings, with nothing left to detect
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

  /** Runs one step within the remaining time. */
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
 * Requests the file over HTTP. Redirects are followed, but fetch follows none that leaves http. Only the
 * status is reported, because the answer may come from inside the network.
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

/** The first bytes of a response, however long it is. */
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

/** One line of what happened. With fetch, only the error's cause says it. */
function reasonOf(error: unknown, { user, password }: FtpSettings): string {
  const isFetch = error instanceof TypeError && error.cause !== undefined;
  const { message, code } = (isFetch ? error.cause : error) as { message?: string; code?: string };
  const line = (message || code || String(error)).split(/[\r\n]/)[0] ?? '';
  return [password, user]
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, '***'), line)
    .slice(0, REASON_MAX);
}
