import { defineCall, method } from '~/http/api.server';
import { DomainError } from '~/models/errors';

const nothingHere = method({
  who: 'anyone',
  handler: () => {
    throw new DomainError('page_not_found');
  },
});

/** Any other address below `/api`. */
const call = defineCall({
  GET: nothingHere,
  POST: nothingHere,
  PATCH: nothingHere,
  DELETE: nothingHere,
});

export const loader = call.loader;
export const action = call.action;
