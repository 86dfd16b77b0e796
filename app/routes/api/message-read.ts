import { defineCall, idParam, method } from '~/http/api.server';
import { markRead } from '~/models/message.server';

/** `/api/messages/{messageId}/read`: one received message is read (C§6). */
const call = defineCall({
  PATCH: method({
    who: 'member',
    handler: ({ app, identity, params }) =>
      markRead(app.db, { messageId: idParam(params.messageId), actor: identity.actor }),
  }),
});

export const loader = call.loader;
export const action = call.action;
