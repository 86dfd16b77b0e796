import { z } from 'zod';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { tablesSchema } from '~/models/table/schema';
import { tableShape } from '~/models/table/shape';
import { setTables } from '~/models/table/write.server';

export const tables = [
  endpoint('/api/events/:eventId/tables', {
    PUT: method({
      summary: 'Sets the tables of the event',
      details:
        'A table that keeps its name or its place keeps its people. Without names there are no tables.',
      who: 'organizer',
      params: ['eventId'],
      body: tablesSchema,
      answer: z.array(tableShape),
      refusals: ['event_not_found'],
      handler: ({ app, identity: { actor }, body: { names }, params: { eventId } }) =>
        setTables(app.db, { actor, eventId, names }),
    }),
  }),
];
