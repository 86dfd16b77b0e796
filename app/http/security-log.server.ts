import { createHmac } from 'node:crypto';
import type { SecurityKind } from '~/models/security-event';
import type { Proof } from '~/models/second-factor.server';
import { noteSecurityEvent } from '~/models/security-event.server';
import { addressKey } from './address.server';
import type { RequestArgs } from './context';

/** Letters of an address' hash: enough to tell those of a night apart. */
const HASH_LETTERS = 16;

interface About {
  userId: number | null;
  eventId: number | null;
  detail?: string;
}

/**
 * Notes what concerns who gets in, in the log and for `/admin/security` (rule `admin.security`). What it is about has
 * happened already: a note that fails is told to the log alone.
 */
export async function noteSecurity(
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
  await noteSecurityEvent(app.db, { entry, now: app.now() }).catch((error: unknown) => {
    log.error({ err: error, security: entry }, 'what concerns who gets in could not be noted');
  });
}

/** Notes that a recovery code was spent: its owner has lost their phone, or somebody else has found the code. */
export async function noteProof(
  args: RequestArgs,
  user: { id: number; eventId: number },
  proof: Proof,
): Promise<void> {
  if (proof === 'recovery') await noteSecurity(args, 'recovery_code_used', aboutOneself(user));
}

/** What is noted of somebody who changes what they sign in with. */
export function aboutOneself({ id: userId, eventId }: { id: number; eventId: number }): About {
  return { userId, eventId };
}
