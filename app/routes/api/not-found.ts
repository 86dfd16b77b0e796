import { defineEndpoint, method } from '~/http/api.server';
import { DomainError } from '~/models/errors';

const nothingHere = method({
  who: 'anyone',
  handler: () => {
    throw new DomainError('page_not_found');
  },
});

/** Any other address below `/api`. */
const endpoint = defineEndpoint({
  GET: nothingHere,
  POST: nothingHere,
  PATCH: nothingHere,
  DELETE: nothingHere,
});

export const loader = endpoint.loader;
export const action = endpoint.action;
