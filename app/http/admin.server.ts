import { redirect } from '@remix-run/node';
import { ADMINISTRATOR, type Administrator } from '~/models/access';
import { checkAdmin, type AdminCheck } from '~/models/admin/account.server';
import { DomainError } from '~/models/errors';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { adminPaths } from '~/admin-paths';
import { paths } from '~/paths';
import { isReading, type RequestArgs } from './context';
import { identify, requireVisit, type Identity, type Member } from './guards.server';
import { hasFreshAdminCheck, markAdmin } from './admin-check.server';
import { recordProof, recordSecurity } from './security-log.server';
import { withAdminThrottle } from './throttle.server';

/**
 * Checks a member's administrator credentials and counts failures. A passed check is valid for 30 minutes
 * (rule `admin.check`).
 * @throws DomainError too_many_attempts
 */
export async function verifyAdmin(
  args: RequestArgs,
  member: Member,
  given: { username: string; password: string; code?: string },
): Promise<AdminCheck> {
  const { app } = args.context;
  const credentials = { userId: member.user.id, ...given };
  // Only user 1's failures count, because all others are refused whatever they send.
  if (credentials.userId !== ADMIN_USER_ID) return checkAdmin(app, credentials);
  const check = await withAdminThrottle(args, () => checkAdmin(app, credentials));
  if (check.isAdmin) {
    await markAdmin(args, member);
    await recordProof(args, member.user, check.proof);
  }
  return check;
}

/**
 * User 1, with or without a credential check. Everyone else is redirected to /. A reader without a session is
 * redirected to the credential check, which signs user 1 in.
 */
export async function requireAdminUser(args: RequestArgs): Promise<Member> {
  if (args.request.method === 'GET' && !(await identify(args))) throw toCheck(args);
  const identity = await requireVisit(args, { onceEnded: 'everything' });
  if (identity.user?.id !== ADMIN_USER_ID) throw redirect(paths.home());
  return identity as Member;
}

/** User 1 with a fresh check, as the administrator. Without one, redirects to the check. */
export async function requireAdmin(
  args: RequestArgs,
): Promise<Omit<Member, 'actor'> & { actor: Administrator }> {
  const member = await requireAdminUser(args);
  if (!hasFreshAdminCheck(args, member)) throw toCheck(args);
  await logAdminChange(args);
  return { ...member, actor: ADMINISTRATOR };
}

/** Redirects to the credential check, which leads back. */
function toCheck({ request }: RequestArgs): Response {
  const { pathname, search } = new URL(request.url);
  return redirect(adminPaths.verify({ next: pathname.replace(/\.data$/, '') + search }));
}

/** The administrator if the caller is user 1 with a fresh check, else null. */
export async function findAdministrator(args: RequestArgs): Promise<Administrator | null> {
  const identity = await identify(args);
  return identity && hasFreshAdminCheck(args, identity) ? ADMINISTRATOR : null;
}

/**
 * For endpoints: requires user 1 with a fresh check.
 * @returns the administrator as an actor
 * @throws DomainError admin_authentication_required for user 1, access_denied for everybody else
 */
export async function assertAdmin(args: RequestArgs, identity: Identity): Promise<Administrator> {
  if (identity.user?.id !== ADMIN_USER_ID) throw new DomainError('access_denied');
  if (!hasFreshAdminCheck(args, identity)) {
    throw new DomainError('admin_authentication_required');
  }
  await logAdminChange(args);
  return ADMINISTRATOR;
}

/** Logs requests by which the administrator changes something. */
async function logAdminChange(args: RequestArgs): Promise<void> {
  const { request } = args;
  if (isReading(request)) return;
  const detail = `${request.method} ${new URL(request.url).pathname.replace(/\.data$/, '')}`;
  const user1 = { userId: ADMIN_USER_ID, eventId: DEMO_EVENT_ID };
  await recordSecurity(args, 'admin_act', { ...user1, detail });
}
