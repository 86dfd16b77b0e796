import { defineEndpoint, parseId, method } from '~/http/api.server';
import { markRead } from '~/models/message.server';

/** `/api/messages/{messageId}/read`: one received message is read. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'member',
    handler: ({ app, identity, params }) =>
      markRead(app.db, { messageId: parseId(params.messageId), actor: identity.actor }),
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
