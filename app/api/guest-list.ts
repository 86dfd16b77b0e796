import { guestListShape } from '~/models/user/shape';
import { endpoint, englishText } from '~/http/api.server';
import { method } from '~/http/method.server';
import { guestListBodies, readGuestCall } from '~/http/guest-list.server';
import { addGuests } from '~/models/user/guest-list.server';

export const guestList = [
  endpoint('/api/events/:eventId/guest-list', {
    POST: method({
      summary: 'Adds people to those to invite by mail',
      details: 'Nobody is mailed by that.',
      who: 'organizer',
      params: ['eventId'],
      reads: guestListBodies,
      answer: guestListShape,
      refusals: ['event_not_found', 'event_closed', 'guest_list_empty', 'list_too_long'],
      handler: async ({ args, app, identity: { actor }, params: { eventId } }) => {
        const list = await readGuestCall(args.request);
        const { added, known, errors } = await addGuests(app.db, { actor, eventId, list });
        const told = errors.map(({ line, code }) => ({ line, message: englishText(code) }));
        return { added, known, errors: told };
      },
    }),
  }),
];
