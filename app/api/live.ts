import { assertSameEvent, endpoint, method } from '~/http/api.server';
import { answerChanges } from '~/http/change-stream.server';
import { readKinds } from '~/models/live/rules';
import { DomainError } from '~/models/errors';
import { readMarks } from '~/models/live/marks.server';

export const live = [
  /**
   * `/api/events/{eventId}/marks?of=photos,event`: versions that a screen compares to find out what has
   * changed.
   */
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

  /** `/api/events/{eventId}/changes`: a stream of notifications of changes (rule `screens.live`). */
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
