import { TOP_PHOTOS } from '~/models/favorite';
import { compareFeed, compareMembers, compareRanking } from './compare';
import type { Guest } from './guest';
import type { Organizer } from './organizer';
import { playPart, type Party } from './party';
import {
  eventShape,
  favoritesShape,
  feedShape,
  healthShape,
  membersShape,
  ownPhotosShape,
  topPhotosShape,
  type TopPhoto,
} from './shapes';

/**
 * Checks, when all is quiet, that every figure adds up, and gives the ranking. `maxUsers` is what
 * the event must allow.
 * @throws UnexpectedAnswer
 */
export async function checkFigures(
  party: Party,
  organizer: Organizer,
  guests: readonly Guest[],
  maxUsers: number,
): Promise<TopPhoto[]> {
  const { ledger, findings } = party;
  const { client } = organizer;
  const event = `/api/events/${party.event.id}`;

  findings.expectEqual(
    (await client.read(eventShape, 'GET', event)).maxUsers,
    maxUsers,
    'maxUsers of the event',
  );
  const members = await client.read(membersShape, 'GET', `${event}/users`);
  findings.take(compareMembers(members, guests, organizer));
  findings.expectEqual(
    ledger.photos.length,
    guests.length * party.settings.photos,
    'photos that were stored',
  );

  const feed = await client.read(feedShape, 'GET', `/api/photos/event/${party.event.id}`);
  findings.take(compareFeed(feed, ledger, { stars: 'compare' }));
  const shown = feed.reduce((sum, photo) => sum + photo.favoriteCount, 0);
  findings.expectEqual(shown, ledger.totalStars, 'stars of all photos together');
  findings.expectEqual(await starsHeld(party, guests), shown, 'stars that the guests hold');

  const top = await client.read(topPhotosShape, 'GET', `${event}/top-photos?limit=${TOP_PHOTOS}`);
  findings.take(compareRanking(top, ledger));
  const podium = await client.read(topPhotosShape, 'GET', `${event}/top-photos?limit=3`);
  findings.take(compareRanking(podium, ledger, 3));

  await client.read(healthShape, 'GET', '/healthz');
  return top;
}

/** Reads every guest's slots and favourites; gives the number of favourites. */
async function starsHeld(party: Party, guests: readonly Guest[]): Promise<number> {
  let held = 0;
  await playPart(party, 'Counting', guests, async (guest) => {
    const photos = await guest.client.read(ownPhotosShape, 'GET', `/api/photos/user/${guest.id}`);
    const slots = (rows: readonly { id: number; position: number }[]) =>
      rows
        .map((row) => `${row.position}: ${row.id}`)
        .sort()
        .join(', ');
    party.findings.expectEqual(
      slots(photos),
      slots(party.ledger.photosOf(guest.id)),
      `${guest.name}: slots`,
    );
    const favourites = await guest.client.read(favoritesShape, 'GET', '/api/favorites');
    held += favourites.length;
  });
  return held;
}
