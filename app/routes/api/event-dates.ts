import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, parseId, method } from '~/http/api.server';
import { setEndDate } from '~/models/event-changes.server';
import { datesPayload, endDateSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { parseValues } from '~/models/fields.schema';

/**
 * `/api/events/{eventId}/dates`: the administrator's, after a fresh check. Of the dates the
 * end alone changes.
 */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'member',
    body: datesPayload,
    handler: async ({ args, app, identity, params, body }) => {
      const actor = await assertAdmin(args, identity);
      const eventId = parseId(params.eventId);
      const { endDate } = parseValues(endDateSchema(app.env.EVENT_TIME_ZONE), body);
      const event = await setEndDate(app.db, { actor, eventId, endDate, today: app.today() });
      return presentEvent(app, event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
