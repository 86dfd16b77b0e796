import type { LoaderFunctionArgs } from '@remix-run/node';
import type { GuestsView } from '~/components/organizer/people/guests-screen';
import type { Member } from '~/http/guards.server';
import { isDemo } from '~/models/event/rules';
import { readId } from '~/models/id';
import { countGuests, readGuestPage } from '~/models/user/guest-list.server';
import { organizerPaths } from '~/organizer-paths';

/** The page of people to invite that the URL asks for. */
export async function loadGuests(
  { request, context: { app } }: LoaderFunctionArgs,
  { actor, event, user, isExpired }: Member,
): Promise<GuestsView> {
  const query = new URL(request.url).searchParams;
  const search = query.get('q')?.trim() ?? '';
  const notHere = query.get('not') === 'here';
  const here = { actor, eventId: event.id };
  const [counts, { guests, next, after }] = await Promise.all([
    countGuests(app.db, { eventId: event.id, now: app.now() }),
    readGuestPage(app.db, { ...here, search, notHere, after: readId(query.get('after')) }),
  ]);
  const address = (place?: number) =>
    organizerPaths.guests({ q: search, not: notHere ? 'here' : undefined, after: place });
  return {
    guests,
    counts,
    search,
    notHere,
    mail:
      app.mail === null || isDemo(event) ? 'none' : user.emailConfirmedAt ? 'on' : 'unconfirmed',
    ownEmail: user.email,
    isOver: isExpired,
    start: after === undefined ? null : address(),
    more: next === null ? null : address(next),
  };
}
