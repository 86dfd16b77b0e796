import { createHmac } from 'node:crypto';
import type { SecurityKind } from '~/models/admin/security-event';
import type { Proof } from '~/models/session/second-factor.server';
import { recordSecurityEvent } from '~/models/admin/security-event.server';
import { addressKey } from './address.server';
import type { RequestArgs } from './context';

/** The length of an address' hash: enough to distinguish the addresses of one night. */
const HASH_LETTERS = 16;

interface About {
  userId: number | null;
  eventId: number | null;
  detail?: string;
}

/**
 * Logs an event that concerns sign-in and access, to the log and to `/admin/security` (rule
 * `admin.security`). The event has already happened, so a failure to store the entry is only logged.
 */
export async function recordSecurity(
  args: RequestArgs,
  kind: SecurityKind,
  { userId, eventId, detail }: About,
): Promise<void> {
  const { app, log } = args.context;
  const [secret] = app.env.SESSION_SECRET;
  const hash = createHmac('sha256', secret).update(`address ${addressKey(args)}`);
  const address = hash.digest('hex').slice(0, HASH_LETTERS);
  const entry = { kind, userId, eventId, address, detail: detail ?? null };
  log.info({ security: entry }, kind);
  await recordSecurityEvent(app.db, { entry, now: app.now() }).catch((error: unknown) => {
    log.error({ err: error, security: entry }, 'a security event could not be stored');
  });
}

/**
 * Logs that a recovery code was used: its owner has lost their phone, or another person has found the code.
 */
export async function recordProof(
  args: RequestArgs,
  user: { id: number; eventId: number },
  proof: Proof,
): Promise<void> {
  if (proof === 'recovery') await recordSecurity(args, 'recovery_code_used', aboutOneself(user));
}

/** The fields of an entry about users who change their own credentials. */
export function aboutOneself({ id: userId, eventId }: { id: number; eventId: number }): About {
  return { userId, eventId };
}
