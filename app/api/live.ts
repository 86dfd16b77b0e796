import { marksShape } from '~/models/live/shape';
import { assertSameEvent, endpoint } from '~/http/api.server';
import { FileAnswer, method } from '~/http/method.server';
import { answerChanges } from '~/http/change-stream.server';
import { marksQuery } from '~/models/live/schema';
import { readMarks } from '~/models/live/marks.server';

export const live = [
  endpoint('/api/events/:eventId/marks', {
    GET: method({
      summary: 'Versions by which a screen knows what has changed',
      who: 'visit',
      params: ['eventId'],
      query: marksQuery,
      answer: marksShape,
      refusals: ['not_an_organizer'],
      handler: ({ app, identity, params, query }) => {
        assertSameEvent(identity, params.eventId);
        return readMarks(app, identity, query.of);
      },
    }),
  }),

  endpoint('/api/events/:eventId/changes', {
    GET: method({
      summary: 'A stream of what changes',
      details: 'It names the kinds that have changed, without their content.',
      who: 'visit',
      params: ['eventId'],
      answer: new FileAnswer(
        'text/event-stream',
        'Events of the types `ready`, `beat` and `changes`.',
      ),
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return answerChanges(args, identity);
      },
    }),
  }),
];
