import { assertSameEvent, endpoint, method } from '~/http/api.server';
import { answerChanges } from '~/http/change-stream.server';
import { readKinds } from '~/models/change';
import { DomainError } from '~/models/errors';
import { readMarks } from '~/models/marks.server';

export const live = [
  /** `/api/events/{eventId}/marks?of=photos,event`: what a screen compares to see whether anything changed. */
  endpoint('/api/events/:eventId/marks', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: ({ app, identity, params, query }) => {
        assertSameEvent(identity, params.eventId);
        const kinds = readKinds(query.get('of'));
        if (!kinds) throw new DomainError('invalid_request');
        return readMarks(app, identity, kinds);
      },
    }),
  }),

  /** `/api/events/{eventId}/changes`: a stream that tells what has changed (rule `screens.live`). */
  endpoint('/api/events/:eventId/changes', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return answerChanges(args, identity);
      },
    }),
  }),
];
