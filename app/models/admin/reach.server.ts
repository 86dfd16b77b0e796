import { open, seal } from '~/services/secret-box.server';
import { found, type Finding } from './doctor';

// How the doctor learns what the server sees of a request that comes through the proxy (rule `admin.doctor`): it asks
// PUBLIC_ORIGIN's /healthz with a sealed header. Nobody else can make one, so nobody else gets the answer.

export const REACH_HEADER = 'x-snapodium-doctor';
const PURPOSE = 'doctor reach';
/** How long a header stays valid. */
const FRESH_MS = 60_000;
const TIMEOUT_MS = 5000;
/** An address for examples (RFC 5737), which the doctor claims to come from. */
const FORGED = '192.0.2.77';

/** What the server saw of the doctor's request. */
export interface Seen {
  protocol: string;
  host: string;
  /** Whether a proxy added an address. */
  isForwarded: boolean;
  /** Whether the caller's address is one that a proxy named, not the proxy's own. */
  isClientKnown: boolean;
  /** Whether it took the forged address for the caller's. */
  isForged: boolean;
}

type Secrets = { SESSION_SECRET: readonly [string, ...string[]] };

/**
 * What the server sees of a request, if the doctor sent it; undefined for everybody else.
 * @param params.address the caller's address as TRUST_PROXY has it
 */
export function seenOf(
  { env, now }: { env: Secrets; now: Date },
  { request, address }: { request: Request; address: string },
): Seen | undefined {
  const sealed = request.headers.get(REACH_HEADER);
  const sentAt = sealed && open(sealed, { secrets: env.SESSION_SECRET, purpose: PURPOSE });
  if (!sentAt || Math.abs(now.getTime() - Number(sentAt)) > FRESH_MS) return undefined;
  const { protocol, host } = new URL(request.url);
  const named = (request.headers.get('x-forwarded-for') ?? '').split(',').map((one) => one.trim());
  return {
    protocol,
    host,
    isForwarded: named.some((one) => one !== '' && one !== FORGED),
    isClientKnown: named.includes(address),
    isForged: address === FORGED,
  };
}

/** The findings about PUBLIC_ORIGIN, and the proxy's clock. */
export interface Reached {
  findings: Finding[];
  /** The Date header in ms, in whole seconds, and when it came. */
  date: { told: number; at: number } | null;
}

/** Asks PUBLIC_ORIGIN, as a guest would reach it. */
export async function askOrigin(env: Secrets & { PUBLIC_ORIGIN?: string }): Promise<Reached> {
  const origin = env.PUBLIC_ORIGIN;
  if (!origin) return { findings: [found('origin_unset')], date: null };
  const isPlain = new URL(origin).protocol === 'http:' && !isOwn(origin);
  const plain = isPlain ? [found('origin_http', { origin })] : [];
  try {
    const sealed = seal(String(Date.now()), { secret: env.SESSION_SECRET[0], purpose: PURPOSE });
    const answer = await fetch(`${origin}/healthz`, {
      headers: { [REACH_HEADER]: sealed, 'X-Forwarded-For': FORGED },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const at = Date.now();
    const body = (await answer.json().catch(() => null)) as { seen?: Seen } | null;
    const told = Date.parse(answer.headers.get('date') ?? '');
    const date = Number.isNaN(told) ? null : { told, at };
    const judged = judge(origin, body?.seen);
    return { findings: [...plain, ...judged], date };
  } catch (error) {
    return {
      findings: [...plain, found('origin_unreachable', { origin, reason: codeOf(error) })],
      date: null,
    };
  }
}

/** What the server's view of the doctor's request says about the proxy. */
export function judge(origin: string, seen: Seen | undefined): Finding[] {
  if (!seen) return [found('origin_other', { origin })];
  const { protocol, host } = new URL(origin);
  const findings: Finding[] = [];
  if (seen.protocol !== protocol) findings.push(found('origin_protocol', { origin }));
  if (seen.host !== host) findings.push(found('origin_host', { origin, host: seen.host }));
  // Without a proxy, a request from this machine may claim any address (TRUST_PROXY is loopback).
  if (seen.isForged && !isOwn(origin)) findings.push(found('origin_forged'));
  else if (seen.isForwarded && !seen.isClientKnown) findings.push(found('origin_address'));
  if (findings.length > 0) return findings;
  return [found(isOwn(origin) ? 'origin_own' : 'origin_fine', { origin })];
}

/** Whether only this machine reaches an address. */
function isOwn(origin: string): boolean {
  return /(^|\.)localhost$|^127\.|^\[::1\]$/.test(new URL(origin).hostname);
}

/** The code of a network error: messages may be long, and codes can be searched for. */
export function codeOf(error: unknown): string {
  const { cause, code, name } = (error ?? {}) as {
    cause?: unknown;
    code?: unknown;
    name?: unknown;
  };
  if (cause) return codeOf(cause);
  return String(code ?? name ?? error);
}
