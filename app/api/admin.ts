import { verifyAdmin, assertAdmin } from '~/http/admin.server';
import { endpoint, englishText, method, parseId } from '~/http/api.server';
import type { RequestArgs } from '~/http/context';
import type { Member } from '~/http/guards.server';
import { logRefusal } from '~/http/refusal.server';
import { recordSecurity } from '~/http/security-log.server';
import { signOut, renewSession } from '~/http/session.server';
import { can } from '~/models/access';
import { listAllEvents, listEventsPage, presentAdminEvent } from '~/models/event/admin-list.server';
import { EVENT_SORTS, readListQuery, type AdminEvent, USER_SORTS } from '~/models/admin/list';
import { listAllUsers, listUsersPage } from '~/models/admin/list.server';
import { updateAdminCredentials } from '~/models/session/credentials.server';
import { DomainError } from '~/models/errors';
import { deleteEvent } from '~/models/event/end.server';
import { renewalOf } from '~/models/session/write.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { deleteUser } from '~/models/user/remove.server';
import { adminCheckSchema, adminCredentialsSchema } from '~/models/user/schema';
import { presentUser } from '~/models/user/read.server';

export const admin = [
  /** `/api/verify-admin`: checks the administrator's credentials again. The check is valid for 30 minutes. */
  endpoint('/api/verify-admin', {
    POST: method({
      who: 'member',
      body: adminCheckSchema,
      handler: async ({ args, identity, body }) => {
        const check = await verifyAdmin(args, identity, body);
        if (check.isAdmin) return { isAdmin: true, message: 'Admin access granted' };
        const refusal = new DomainError(check.refusal);
        logRefusal(args, refusal);
        const answer = { isAdmin: false, message: englishText(refusal.code) };
        return Response.json(answer, { status: refusal.status });
      },
    }),
  }),

  /**
   * `/api/admin/events`: all events for the administrator, after a fresh check; only their own for an
   * organizer. Takes `q`, `sort` and `page` like the screen. Without `page` it returns all events; past the
   * last page it returns none.
   */
  endpoint('/api/admin/events', {
    GET: method({
      who: 'member',
      handler: async ({ args, app, identity, query }) => {
        const present = (listed: AdminEvent) => presentAdminEvent(listed, app.storage);
        const eventId = await listedEvent(args, identity);
        const wanted = { ...readListQuery(query, EVENT_SORTS), eventId };
        if (!query.has('page')) return (await listAllEvents(app.db, wanted)).map(present);
        const { rows, page } = await listEventsPage(app.db, wanted);
        return page === wanted.page ? rows.map(present) : [];
      },
    }),
  }),

  /**
   * `/api/admin/events/{eventId}`: deletes an event, by its organizer, whose session ends with it, or by the
   * administrator after a fresh check.
   */
  endpoint('/api/admin/events/:eventId', {
    DELETE: method({
      who: 'member',
      params: ['eventId'],
      handler: async ({ args, app, identity, params: { eventId } }) => {
        const isOwn = can(identity.actor, 'event.delete', { eventId });
        const actor = isOwn ? identity.actor : await assertAdmin(args, identity);
        await deleteEvent(app.db, { actor, eventId });
        if (!isOwn) return { success: true };
        await recordSecurity(args, 'event_deleted', { userId: identity.actor.userId, eventId });
        await signOut(args);
        return { success: true };
      },
    }),
  }),

  /**
   * `/api/admin/users`: all users for the administrator, after a fresh check; only those of their own event
   * for an organizer. Takes `q`, `sort` and `page` like the screen. Without `page` it returns all users; past
   * the last page it returns none.
   */
  endpoint('/api/admin/users', {
    GET: method({
      who: 'member',
      handler: async ({ args, app, identity, query }) => {
        const eventId = await listedEvent(args, identity);
        const wanted = { ...readListQuery(query, USER_SORTS), eventId };
        if (!query.has('page')) return listAllUsers(app.db, wanted);
        const { rows, page } = await listUsersPage(app.db, wanted);
        return page === wanted.page ? rows : [];
      },
    }),
  }),

  /**
   * `/api/admin/users/{id}`: deletes any user but the administrator, by the administrator. An organizer's
   * event is deleted with them, unless `?successorId=` names a participant who takes it over.
   */
  endpoint('/api/admin/users/:userId', {
    DELETE: method({
      who: 'member',
      params: ['userId'],
      failed: 'user_deletion_failed',
      handler: async ({ args, app, identity, params, query }) => {
        const actor = await assertAdmin(args, identity);
        const successor = query.get('successorId');
        await deleteUser(app.db, {
          actor,
          userId: params.userId,
          // An empty value is a mistake. It must not delete the event.
          successorId: successor === null ? undefined : parseId(successor),
        });
        return { success: true };
      },
    }),
  }),

  /** `/api/admin/credentials`: changes the administrator's own credentials, after a fresh check. */
  endpoint('/api/admin/credentials', {
    PATCH: method({
      who: 'member',
      failed: 'admin_credentials_failed',
      body: adminCredentialsSchema,
      handler: async ({ args, app, identity, body }) => {
        const actor = await assertAdmin(args, identity);
        const renewal = renewalOf(identity.session);
        const user = await updateAdminCredentials(app.db, { ...body, actor, renewal });
        if (body.password) await renewSession(args, renewal);
        return presentUser(user, app.storage);
      },
    }),
  }),
];

/**
 * The event whose rows the caller may list; undefined for the administrator, who lists those of all events.
 * @throws DomainError access_denied for participants, admin_authentication_required without a fresh check
 */
async function listedEvent(args: RequestArgs, identity: Member): Promise<number | undefined> {
  const { user, actor } = identity;
  if (user.id === ADMIN_USER_ID) {
    await assertAdmin(args, identity);
    return undefined;
  }
  const { eventId } = actor;
  if (!can(actor, 'event.manage', { eventId })) throw new DomainError('access_denied');
  return eventId;
}
