import { endpoint, englishText, method } from '~/http/api.server';
import { readGuestCall } from '~/http/guest-list.server';
import { addGuests } from '~/models/user/guest-list.server';

export const guestList = [
  /**
   * `/api/events/{eventId}/guest-list`: adds people to those to invite by mail, by an organizer. The body is the
   * list itself, or `list` in JSON or in a form, as text or as a file. Nobody is mailed by that.
   */
  endpoint('/api/events/:eventId/guest-list', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      handler: async ({ args, app, identity: { actor }, params: { eventId } }) => {
        const list = await readGuestCall(args.request);
        const { added, known, errors } = await addGuests(app.db, { actor, eventId, list });
        const told = errors.map(({ line, code }) => ({ line, message: englishText(code) }));
        return { added, known, errors: told };
      },
    }),
  }),
];
