import { endpoint, parseId, method } from '~/http/api.server';
import { clockOf, planLimited, sendLimited } from '~/http/send-message.server';
import { cancelPlanned, changePlanned, listPlanned } from '~/models/message/planned.server';
import { messageCallSchema, plannedCallSchema } from '~/models/message/schema';
import { markAllRead, markRead } from '~/models/message/write.server';
import { mailboxOf } from '~/models/message/mailbox.server';
import { listMessages, readUnread } from '~/models/message/read.server';

export const messages = [
  /**
   * `/api/messages`: GET lists the user's newest messages. `?before=` takes the id of the previous page's
   * last message. `?unread=1` lists unread received messages only, with their number; `?planned=1` lists the
   * planned ones of an organizer. POST sends a message, or plans it with `sendAt`. With a word such as "all" for
   * `toUserId` the organizer writes to many; the response is then a list, limited to one page.
   */
  endpoint('/api/messages', {
    GET: method({
      who: 'member',
      handler: async ({ app, identity, query }) => {
        if (query.get('planned') === '1') return listPlanned(app.db, identity);
        const userId = await mailboxOf(app.db, identity.user);
        const isUnread = query.get('unread') === '1';
        const before = query.has('before') ? parseId(query.get('before')) : undefined;
        const list = { userId, eventId: identity.event.id, isUnread, before };
        const { messages } = await listMessages(app.db, list);
        if (!isUnread) return messages;
        const { count } = await readUnread(app.db, { userId: identity.user.id });
        return { count, messages };
      },
    }),
    POST: method({
      who: 'member',
      body: messageCallSchema,
      status: 201,
      handler: async ({ args, identity, body }) => {
        const { sendAt, ...written } = { ...body, actor: identity.actor };
        if (sendAt) return planLimited(args, { ...written, sendAt });
        const { messages } = await sendLimited(args, written);
        return typeof body.toUserId === 'string' ? messages : messages[0];
      },
    }),
  }),

  /** `/api/messages/read-all`: marks all received messages as read. */
  endpoint('/api/messages/read-all', {
    POST: method({
      who: 'member',
      handler: async ({ app, identity }) => {
        await markAllRead(app.db, { actor: identity.actor });
        return { success: true };
      },
    }),
  }),

  /** `/api/messages/{messageId}`: PATCH changes a planned message, DELETE cancels it, until it is sent. */
  endpoint('/api/messages/:messageId', {
    PATCH: method({
      who: 'member',
      params: ['messageId'],
      body: plannedCallSchema,
      handler: ({ args, app, identity, params, body }) =>
        changePlanned(app.db, {
          actor: identity.actor,
          clock: clockOf(args),
          id: params.messageId,
          changes: body,
        }),
    }),
    DELETE: method({
      who: 'member',
      params: ['messageId'],
      handler: async ({ app, identity, params }) => {
        await cancelPlanned(app.db, { actor: identity.actor, id: params.messageId });
        return { success: true };
      },
    }),
  }),

  /** `/api/messages/{messageId}/read`: marks one received message as read. */
  endpoint('/api/messages/:messageId/read', {
    PATCH: method({
      who: 'member',
      params: ['messageId'],
      handler: ({ app, identity, params }) =>
        markRead(app.db, { messageId: params.messageId, actor: identity.actor }),
    }),
  }),
];
