import { TOP_PHOTOS } from '~/models/favorite';
import type { Ledger } from './ledger';
import type { FeedPhoto, Member, TopPhoto } from './shapes';

// Comparisons of what the server says with our books. Each gives one sentence per difference.

/** The feed holds exactly the photos of the books; while others vote, stars cannot be compared. */
export function compareFeed(
  feed: readonly FeedPhoto[],
  ledger: Ledger,
  { stars }: { stars: 'compare' | 'ignore' },
): string[] {
  const stored = new Map(feed.map((photo) => [photo.id, photo]));
  const counts = ledger.countStars();
  const differences =
    feed.length === ledger.photos.length
      ? []
      : [`feed: expected ${ledger.photos.length} photos, got ${feed.length}`];
  for (const photo of ledger.photos) {
    const shown = stored.get(photo.id);
    if (!shown) {
      differences.push(`feed: photo ${photo.id} of ${photo.userName} is missing`);
      continue;
    }
    for (const field of ['userId', 'userName', 'position', 'imageUrl', 'createdAt'] as const) {
      if (shown[field] === photo[field]) continue;
      differences.push(
        `feed: ${field} of photo ${photo.id}: expected ${photo[field]}, got ${shown[field]}`,
      );
    }
    const expected = counts.get(photo.id) ?? 0;
    if (stars === 'compare' && shown.favoriteCount !== expected) {
      differences.push(
        `feed: stars of photo ${photo.id}: expected ${expected}, got ${shown.favoriteCount}`,
      );
    }
  }
  return differences;
}

/** The ranking is the one our books give: photos, order, stars and names (rule `ranking.order`). */
export function compareRanking(
  top: readonly TopPhoto[],
  ledger: Ledger,
  limit = TOP_PHOTOS,
): string[] {
  const line = (photo: { id: number; userName: string }, stars: number) =>
    `photo ${photo.id} of ${photo.userName} with ${stars}`;
  const expected = ledger.ranking(limit).map((photo) => line(photo, photo.stars));
  const actual = top.map((photo) => line(photo, photo.favoriteCount));
  return Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) => index)
    .filter((index) => expected[index] !== actual[index])
    .map(
      (index) =>
        `ranking, row ${index + 1}: expected ${expected[index] ?? 'none'}, ` +
        `got ${actual[index] ?? 'none'}`,
    );
}

/** A person's favourites are those of our books. */
export function compareFavourites(
  listed: readonly { id: number }[],
  ledger: Ledger,
  person: { id: number; name: string },
): string[] {
  const inOrder = (ids: number[]) => ids.sort((a, b) => a - b).join(', ') || 'none';
  const expected = inOrder(ledger.starsOf(person.id));
  const actual = inOrder(listed.map((photo) => photo.id));
  return expected === actual
    ? []
    : [`${person.name}: favourites: expected ${expected}, got ${actual}`];
}

/** The members are the guests and the organizer, each once. */
export function compareMembers(
  members: readonly Member[],
  guests: readonly { id: number; name: string }[],
  organizer: { id: number; name: string },
): string[] {
  const expected = [...guests, organizer];
  const listed = new Map(members.map((member) => [member.id, member]));
  const differences =
    members.length === expected.length && listed.size === expected.length
      ? []
      : [`members: expected ${expected.length}, got ${members.length}`];
  for (const person of expected) {
    const member = listed.get(person.id);
    if (member?.name !== person.name) {
      differences.push(`members: ${person.name} is missing or has another name`);
    } else if (member.isOrganizer !== (person.id === organizer.id)) {
      differences.push(`members: isOrganizer of ${person.name} is wrong`);
    }
  }
  return differences;
}

/** Whether rows can be a ranking: at most ten, no photo twice, never more stars further down. */
export function isOrdered(top: readonly { id: number; favoriteCount: number }[]): boolean {
  return (
    top.length <= TOP_PHOTOS &&
    new Set(top.map((photo) => photo.id)).size === top.length &&
    top.every((photo, index) => (top[index - 1]?.favoriteCount ?? Infinity) >= photo.favoriteCount)
  );
}
