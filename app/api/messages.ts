import { endpoint, parseId, method } from '~/http/api.server';
import { sendLimited } from '~/http/send-message.server';
import { EVERYONE } from '~/models/message/rules';
import { messageCallSchema } from '~/models/message/schema';
import { markAllRead, markRead } from '~/models/message/write.server';
import { mailboxOf } from '~/models/message/mailbox.server';
import { listMessages, readUnread } from '~/models/message/read.server';

export const messages = [
  /**
   * `/api/messages`: GET lists the user's newest messages. `?before=` takes the id of the previous page's
   * last message. `?unread=1` lists unread received messages only, with their number. POST sends a message.
   * With `toUserId` "all" the organizer writes to everyone; the response is then a list, limited to one page.
   */
  endpoint('/api/messages', {
    GET: method({
      who: 'member',
      handler: async ({ app, identity, query }) => {
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
        const { messages } = await sendLimited(args, { ...body, actor: identity.actor });
        return body.toUserId === EVERYONE ? messages : messages[0];
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
