import { assertSameEvent, defineEndpoint, method, parseId } from '~/http/api.server';
import { answerChanges } from '~/http/change-stream.server';

/** `/api/events/{eventId}/changes`: a stream that tells what has changed (rule `screens.live`). */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, parseId(params.eventId));
      return answerChanges(args, identity);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
