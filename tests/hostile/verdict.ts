import { root } from '../../scripts/build-stamp.mjs';
import type { Received, Sent } from './wire';

// What must be true of every answer, whatever the request.

/** The limit of answers other than zips. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/** The only foreign URL to which we redirect: a page to pay on. */
const PAYMENT_PAGE = /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_test_\w+$/;

/** Words that appear only inside the server. */
const INSIDES = [
  /\n\s+at .{1,200}:\d+:\d+/,
  /node_modules|node:internal/,
  /\b(?:TypeError|ReferenceError|RangeError|SyntaxError|PostgresError|DrizzleQueryError|ZodError|DomainError)\b/,
  /Failed query|violates|syntax error at/,
  /\b(?:select|delete)\b.{1,300}\bfrom "|\binsert into "|\bupdate "\w+" set/i,
];

/** A line of the log that explains why the server is not broken. */
export interface LogLine {
  level: number;
  msg: string;
  [more: string]: unknown;
}

/** What is wrong with an answer; null if nothing is. */
export function wrongWith(sent: Sent, received: Received, dataDir: string): string | null {
  const { status, headers } = received;
  const one = (name: string) => headers.get(name)?.[0] ?? '';
  // A request that the parser refuses never reaches the application, which gives every request an id.
  if (!headers.has('x-request-id')) {
    return [400, 408, 413, 431, 501, 505].includes(status) || (status === 417 && hasExpect(sent))
      ? null
      : `status ${status} from nobody who names the request`;
  }
  const isBusy = status === 503 && headers.has('retry-after');
  if (status >= 500 && !isBusy) return `status ${status}`;
  const isZip = one('content-type') === 'application/zip';
  if (received.body.length > ANSWER_MAX_BYTES && !isZip) return `${received.body.length} bytes`;

  const text = isZip || /^image\//.test(one('content-type')) ? '' : received.body.toString('utf8');
  const inside = INSIDES.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
  if (inside) return `it shows its inside: ${inside.trim().slice(0, 200)}`;
  const place = [root, dataDir].find((path) => text.includes(path));
  if (place) return `it names a place on the disk: ${place}`;

  const path = pathOf(sent.target);
  return (
    wrongWithCaches(path, status, one('cache-control')) ??
    wrongWithRedirects(one('location'), text) ??
    wrongWithRefusal(sent, path, status, text)
  );
}

/** Whether an answer needs decoding pictures or printing. */
export function isHeavy(sent: Sent): boolean {
  return /multipart/i.test(JSON.stringify(sent.headers)) || /\/pdf/i.test(sent.target);
}

function hasExpect(sent: Sent): boolean {
  return sent.headers.some(([name]) => name.toLowerCase() === 'expect');
}

function wrongWithCaches(path: string, status: number, control: string): string | null {
  if (!control) return 'no Cache-Control';
  if (/\b(?:private|no-store|no-cache)\b/.test(control)) return null;
  const isFile = /^\/+(?:assets|media)\//i.test(path) && status < 400;
  return isFile ? null : `Cache-Control: ${control}`;
}

/** Every redirect, in a header or in data for scripts, leads to this site, or to pay. */
function wrongWithRedirects(location: string, text: string): string | null {
  for (const address of [location, ...redirectsIn(text)]) {
    if (address && !isOurs(address) && !PAYMENT_PAGE.test(address)) return `it leads to ${address}`;
  }
  return null;
}

function isOurs(address: string): boolean {
  const here = 'http://here.invalid';
  return (
    /^\/(?![/\\])/.test(address) &&
    URL.canParse(address, here) &&
    new URL(address, here).origin === here &&
    !new URL(address, here).pathname.startsWith('//')
  );
}

/** Redirects in the data of single fetches: a list of values that refer to each other by index. */
function redirectsIn(text: string): string[] {
  if (!text.startsWith('[')) return [];
  try {
    const values = JSON.parse(text.split('\n')[0] ?? '') as unknown[];
    const at = values.indexOf('redirect');
    if (at < 0) return [];
    return values.flatMap((value) => {
      const place = (value as Record<string, number> | null)?.[`_${at}`];
      const address = place === undefined ? undefined : values[place];
      return typeof address === 'string' ? [address] : [];
    });
  } catch {
    return [];
  }
}

function wrongWithRefusal(sent: Sent, path: string, status: number, text: string): string | null {
  if (status < 400 || !/^\/api(?:\/|$)/i.test(path) || /\.data\/?$/i.test(path)) return null;
  if (sent.method === 'HEAD') return null;
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string' && message) return null;
  } catch {
    // Reported below.
  }
  return `a refusal of a call that is no {message}: ${text.slice(0, 200)}`;
}

function pathOf(target: string): string {
  const whole = target.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return whole.split(/[?#]/)[0] ?? '';
}

/** What libraries write to standard error besides the log, and why that is not a fault. */
const NOTICES = [
  // A form posted by hand to a URL that only scripts use: once for each URL.
  /REMIX FUTURE CHANGE/,
  /^For instructions on making this change/,
  // The router treats `//` in the middle of a path as `/`, and says so.
  /^Pathnames cannot have embedded double slashes/,
];

/** What is wrong with a line of the server's output; null if nothing is. */
export function wrongWithLine(line: string): string | null {
  if (!line.trim() || NOTICES.some((notice) => notice.test(line))) return null;
  let entry: LogLine;
  try {
    entry = JSON.parse(line) as LogLine;
  } catch {
    return `no line of the log: ${line.slice(0, 500)}`;
  }
  if (/uncaught|unhandled/i.test(entry.msg)) return line.slice(0, 2000);
  return entry.level >= 50 ? line.slice(0, 2000) : null;
}
