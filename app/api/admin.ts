import { z } from 'zod';
import { adminUserShape } from '~/models/admin/shape';
import { adminEventShape, eventShape } from '~/models/event/shape';
import { userShape, adminCheckShape } from '~/models/user/shape';
import { assertAdmin, verifyAdmin } from '~/http/admin.server';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import type { RequestArgs } from '~/http/context';
import type { Member } from '~/http/guards.server';
import { recordSecurity } from '~/http/security-log.server';
import { signOut, renewSession } from '~/http/session.server';
import { endedMessage } from '~/i18n/platform-texts.server';
import { can } from '~/models/access';
import { listAllEvents, listEventsPage, presentAdminEvent } from '~/models/event/admin-list.server';
import { EVENT_SORTS, readListQuery, type AdminEvent, USER_SORTS } from '~/models/admin/list';
import { listQuery, successorQuery } from '~/models/admin/schema';
import { listAllUsers, listUsersPage } from '~/models/admin/list.server';
import { updateAdminCredentials } from '~/models/session/credentials.server';
import { DomainError } from '~/models/errors';
import { deleteEvent, endEvent } from '~/models/event/end.server';
import { presentEvent } from '~/models/event/read.server';
import { renewalOf } from '~/models/session/write.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { deleteUser } from '~/models/user/remove.server';
import { adminCheckSchema, adminCredentialsSchema } from '~/models/user/schema';
import { presentUser } from '~/models/user/read.server';

/** Lists for the administrator and for organizers. */
const LISTS = ['access_denied', 'admin_authentication_required'] as const;

export const admin = [
  endpoint('/api/verify-admin', {
    POST: method({
      summary: 'Checks the administrator’s credentials again',
      details: 'The check is valid for 30 minutes.',
      who: 'member',
      body: adminCheckSchema,
      answer: adminCheckShape,
      refusedWith: { isAdmin: false },
      refusals: [
        'no_admin_privileges',
        'second_factor_required',
        'second_factor_wrong',
        'too_many_attempts',
      ],
      handler: async ({ args, identity, body }) => {
        const check = await verifyAdmin(args, identity, body);
        if (!check.isAdmin) throw new DomainError(check.refusal);
        return { isAdmin: true as const, message: 'Admin access granted' };
      },
    }),
  }),

  endpoint('/api/admin/events', {
    GET: method({
      summary: 'Lists all events for the administrator, the own one for an organizer',
      details: 'Without `page` it returns all of them; past the last page none.',
      who: 'member',
      query: listQuery(EVENT_SORTS),
      answer: z.array(adminEventShape),
      refusals: LISTS,
      handler: async ({ args, app, identity, query }) => {
        const present = (listed: AdminEvent) => presentAdminEvent(listed, app.storage);
        const eventId = await listedEvent(args, identity);
        const wanted = { ...readListQuery(new URLSearchParams(query), EVENT_SORTS), eventId };
        if (query.page === undefined) return (await listAllEvents(app.db, wanted)).map(present);
        const { rows, page } = await listEventsPage(app.db, wanted);
        return page === wanted.page ? rows.map(present) : [];
      },
    }),
  }),

  endpoint('/api/admin/events/:eventId', {
    DELETE: method({
      summary: 'Deletes an event, by its organizer or the administrator',
      details: 'The organizer’s session ends with it.',
      who: 'member',
      params: ['eventId'],
      refusals: ['admin_authentication_required', 'event_not_found', 'demo_event_protected'],
      handler: async ({ args, app, identity, params: { eventId } }) => {
        const isOwn = can(identity.actor, 'event.delete', { eventId });
        const actor = isOwn ? identity.actor : await assertAdmin(args, identity);
        await deleteEvent(app.db, { actor, eventId });
        if (!isOwn) return;
        await recordSecurity(args, 'event_deleted', { userId: identity.actor.userId, eventId });
        await signOut(args);
      },
    }),
  }),

  endpoint('/api/events/:eventId/end', {
    POST: method({
      summary: 'Ends the event now, by its organizer or the administrator',
      details: 'Only the administrator, or a plan with more time, lets it continue.',
      who: 'member',
      params: ['eventId'],
      answer: eventShape,
      refusals: [
        'admin_authentication_required',
        'event_not_found',
        'event_over',
        'demo_event_endless',
      ],
      handler: async ({ args, app, identity, params: { eventId } }) => {
        const isOwn = can(identity.actor, 'event.end', { eventId });
        const actor = isOwn ? identity.actor : await assertAdmin(args, identity);
        const [today, now] = [app.today(), app.now()];
        const ending = { actor, eventId, today, now, words: endedMessage };
        return presentEvent(app, await endEvent(app.db, ending));
      },
    }),
  }),

  endpoint('/api/admin/users', {
    GET: method({
      summary: 'Lists all users for the administrator, those of the own event for an organizer',
      details: 'Without `page` it returns all of them; past the last page none.',
      who: 'member',
      query: listQuery(USER_SORTS),
      answer: z.array(adminUserShape),
      refusals: LISTS,
      handler: async ({ args, app, identity, query }) => {
        const eventId = await listedEvent(args, identity);
        const wanted = { ...readListQuery(new URLSearchParams(query), USER_SORTS), eventId };
        if (query.page === undefined) return listAllUsers(app.db, wanted);
        const { rows, page } = await listUsersPage(app.db, wanted);
        return page === wanted.page ? rows : [];
      },
    }),
  }),

  endpoint('/api/admin/users/:userId', {
    DELETE: method({
      summary: 'Deletes any user but the administrator',
      details:
        'An organizer’s event is deleted with them, unless `successorId` names a participant who takes it over.',
      who: 'administrator',
      params: ['userId'],
      failed: 'user_deletion_failed',
      query: successorQuery,
      refusals: ['user_not_found', 'event_exists'],
      handler: async ({ app, identity: { actor }, params: { userId }, query }) => {
        await deleteUser(app.db, { ...query, actor, userId });
      },
    }),
  }),

  endpoint('/api/admin/credentials', {
    PATCH: method({
      summary: 'Changes the administrator’s own credentials',
      details: 'An empty password means no change.',
      who: 'administrator',
      failed: 'admin_credentials_failed',
      body: adminCredentialsSchema,
      answer: userShape,
      refusals: ['password_common', 'password_names', 'user_exists'],
      handler: async ({ args, app, identity, body }) => {
        const { actor, session } = identity;
        const renewal = renewalOf(session);
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
