import { messageShape, plannedShape, messageListShape, sentShape } from '~/models/message/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { clockOf, planLimited, sendLimited } from '~/http/send-message.server';
import { cancelPlanned, changePlanned, listPlanned } from '~/models/message/planned.server';
import { messageCallSchema, messagesQuery, plannedCallSchema } from '~/models/message/schema';
import { markAllRead, markRead } from '~/models/message/write.server';
import { mailboxOf } from '~/models/message/mailbox.server';
import { listMessages, readUnread } from '~/models/message/read.server';

/** What planning a message refuses. */
const PLANNING = [
  'access_denied',
  'user_not_found',
  'planned_full',
  'send_at_past',
  'send_at_after_end',
] as const;
const SENDING = [...PLANNING, 'too_many_attempts'] as const;

export const messages = [
  endpoint('/api/messages', {
    GET: method({
      summary: 'Lists the caller’s messages, newest first',
      details:
        '`before` is the id of the previous page’s last message; `unread=1` lists unread received ones with their number; `planned=1` an organizer’s planned ones.',
      who: 'member',
      query: messagesQuery,
      answer: messageListShape,
      refusals: ['access_denied'],
      handler: async ({ app, identity, query }) => {
        if (query.planned === '1') return listPlanned(app.db, identity);
        const userId = await mailboxOf(app.db, identity.user);
        const isUnread = query.unread === '1';
        const list = { userId, eventId: identity.event.id, isUnread, before: query.before };
        const { messages } = await listMessages(app.db, list);
        if (!isUnread) return messages;
        const { count } = await readUnread(app.db, { userId: identity.user.id });
        return { count, messages };
      },
    }),
    POST: method({
      summary: 'Sends a message, or plans it with `sendAt`',
      details:
        'An organizer writes to many with a word for `toUserId`. The answer is then a list, of one page at most.',
      who: 'member',
      body: messageCallSchema,
      status: 201,
      answer: sentShape,
      refusals: SENDING,
      handler: async ({ args, identity, body }) => {
        const { sendAt, ...written } = { ...body, actor: identity.actor };
        if (sendAt) return planLimited(args, { ...written, sendAt });
        const { messages } = await sendLimited(args, written);
        const [only] = messages;
        return typeof body.toUserId === 'string' || !only ? messages : only;
      },
    }),
  }),

  endpoint('/api/messages/read-all', {
    POST: method({
      summary: 'Marks all received messages as read',
      who: 'member',
      handler: async ({ app, identity }) => {
        await markAllRead(app.db, { actor: identity.actor });
      },
    }),
  }),

  endpoint('/api/messages/:messageId', {
    PATCH: method({
      summary: 'Changes a planned message until it is sent',
      who: 'member',
      params: ['messageId'],
      body: plannedCallSchema,
      answer: plannedShape,
      refusals: [...PLANNING, 'message_not_found'],
      handler: ({ args, app, identity, params, body }) =>
        changePlanned(app.db, {
          actor: identity.actor,
          clock: clockOf(args),
          id: params.messageId,
          changes: body,
        }),
    }),
    DELETE: method({
      summary: 'Cancels a planned message until it is sent',
      who: 'member',
      params: ['messageId'],
      refusals: ['access_denied', 'message_not_found'],
      handler: async ({ app, identity, params }) => {
        await cancelPlanned(app.db, { actor: identity.actor, id: params.messageId });
      },
    }),
  }),

  endpoint('/api/messages/:messageId/read', {
    PATCH: method({
      summary: 'Marks a received message as read',
      who: 'member',
      params: ['messageId'],
      answer: messageShape,
      refusals: ['access_denied', 'message_not_found'],
      handler: ({ app, identity, params }) =>
        markRead(app.db, { messageId: params.messageId, actor: identity.actor }),
    }),
  }),
];
