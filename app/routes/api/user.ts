import { defineEndpoint, method } from '~/http/api.server';
import { DomainError } from '~/models/errors';
import { presentUser, presentVisitor } from '~/models/user.server';

/** `/api/user`: the current user with an id; a visitor's is -1. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'anyone',
    handler: ({ app, identity }) => {
      if (!identity) throw new DomainError('not_authenticated');
      const { user, event } = identity;
      return user ? presentUser(user, app.storage) : presentVisitor(event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
