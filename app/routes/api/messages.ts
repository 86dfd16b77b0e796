import { defineCall, method } from '~/http/api.server';
import { EVERYONE } from '~/models/message';
import { messageCallSchema } from '~/models/message.schema';
import { listMessages, sendMessage } from '~/models/message.server';

/**
 * `/api/messages`: the own messages, with `?unread=1` only the received ones not yet read, and a new
 * one; `toUserId` "all" is the organizer's message to everyone and answers a list (C§6).
 */
const call = defineCall({
  GET: method({
    who: 'member',
    handler: ({ app, identity, query }) =>
      listMessages(app.db, {
        userId: identity.user.id,
        eventId: identity.event.id,
        isUnread: query.get('unread') === '1',
      }),
  }),
  POST: method({
    who: 'member',
    body: messageCallSchema,
    status: 201,
    handler: async ({ app, identity, body }) => {
      const sent = await sendMessage(app.db, { actor: identity.actor, ...body });
      return body.toUserId === EVERYONE ? sent : sent[0];
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
