import { defineEndpoint, parseId, method } from '~/http/api.server';
import { sendLimited } from '~/http/send-message.server';
import { EVERYONE } from '~/models/message';
import { messageCallSchema } from '~/models/message.schema';
import { listMessages } from '~/models/message.server';

/**
 * `/api/messages`: the newest of the own messages, with `?unread=1` of the received ones not yet
 * read, with `?before=` the id of the last one the page before it; and a new one. `toUserId` "all" is
 * the organizer's message to everyone and answers a list, no longer than a page however many get it.
 */
const endpoint = defineEndpoint({
  GET: method({
    who: 'member',
    handler: async ({ app, identity, query }) => {
      const { messages } = await listMessages(app.db, {
        userId: identity.user.id,
        eventId: identity.event.id,
        isUnread: query.get('unread') === '1',
        before: query.has('before') ? parseId(query.get('before')) : undefined,
      });
      return messages;
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
});

export const loader = endpoint.loader;
export const action = endpoint.action;
