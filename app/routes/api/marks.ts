import { assertSameEvent, defineEndpoint, method, parseId } from '~/http/api.server';
import { readKinds } from '~/models/change';
import { DomainError } from '~/models/errors';
import { readMarks } from '~/models/marks.server';

/** `/api/events/{eventId}/marks?of=photos,event`: what a screen compares to see whether anything changed. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: ({ app, identity, params, query }) => {
      assertSameEvent(identity, parseId(params.eventId));
      const kinds = readKinds(query.get('of'));
      if (!kinds) throw new DomainError('invalid_request');
      return readMarks(app, identity, kinds);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
