import { TOP_PHOTOS } from '~/models/photo/star';
import type { AnswerOf, Photo } from './calls';
import { expectStatus, type Party } from '../../tests/api/party';
import type { Client } from '../../tests/setup/client';

/** The owner of the slots and stars that are compared. */
interface Owner {
  guest: { id: number; name: string };
  browser: Client;
}

/**
 * What the server acknowledged, recorded separately, so that its figures can be compared at the end. Each
 * difference is one sentence.
 */
export class Books {
  readonly photos = new Map<number, Photo>();
  /** Ids of photos by the member who starred them. */
  readonly stars = new Map<number, Set<number>>();
  readonly wrong: string[] = [];
  checks = 0;

  /** Runs somebody's action. An error is recorded, and the others go on. */
  async attempt(who: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: Error) => this.wrong.push(`${who}: ${error.message}`));
  }

  photosOf(userId: number): Photo[] {
    return [...this.photos.values()].filter((photo) => photo.userId === userId);
  }

  starsOf(userId: number): Set<number> {
    const held = this.stars.get(userId) ?? new Set<number>();
    this.stars.set(userId, held);
    return held;
  }

  get totalStars(): number {
    return [...this.stars.values()].reduce((sum, held) => sum + held.size, 0);
  }

  /** Compares the whole event with the books once everything is quiet. */
  async check({ event, organizer }: Party, phones: readonly Owner[]): Promise<void> {
    const read = async <T>(path: string) =>
      expectStatus(await organizer.client.get<T>(path), 200).json;
    const counts = this.#countStars();
    const feed = await read<AnswerOf<'/api/photos/event/{eventId}'>>(
      `/api/photos/event/${event.id}`,
    );
    const line = (id: number, url: string, stars: number) => `${id} ${url} ${stars}`;
    this.#compare(
      'the feed',
      feed
        .flatMap((photo) =>
          // Without `?fields=id` they are whole.
          'imageUrl' in photo ? line(photo.id, photo.imageUrl, photo.favoriteCount ?? NaN) : [],
        )
        .sort(),
      [...this.photos.values()]
        .map(({ id, imageUrl }) => line(id, imageUrl, counts.get(id) ?? 0))
        .sort(),
    );
    const top = await read<AnswerOf<'/api/events/{eventId}/top-photos'>>(
      `/api/events/${event.id}/top-photos?limit=${TOP_PHOTOS}`,
    );
    this.#compare('the ranking', ids(top), ids(this.#ranking(counts)));
    for (const { guest, browser } of phones) {
      const own = await browser.get<AnswerOf<'/api/photos/user/{userId}'>>(
        `/api/photos/user/${guest.id}`,
      );
      this.#compare(
        `slots of ${guest.name}`,
        ids(own.json).sort(),
        ids(this.photosOf(guest.id)).sort(),
      );
      const starred = await browser.get<AnswerOf<'/api/favorites'>>('/api/favorites');
      this.#compare(
        `stars of ${guest.name}`,
        ids(starred.json).sort(),
        [...this.starsOf(guest.id)].sort(),
      );
    }
  }

  #compare(what: string, found: unknown[], expected: unknown[]): void {
    this.checks += 1;
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      this.wrong.push(`${what}: ${found.length} found, ${expected.length} in the books, or others`);
    }
  }

  #countStars(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const id of [...this.stars.values()].flatMap((held) => [...held])) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  }

  /** By stars, then earlier upload (rule `ranking.order`). */
  #ranking(counts: Map<number, number>): Photo[] {
    const starsOf = ({ id }: Photo) => counts.get(id) ?? 0;
    return [...this.photos.values()]
      .filter((photo) => starsOf(photo) > 0)
      .sort(
        (one, other) =>
          starsOf(other) - starsOf(one) ||
          Date.parse(one.createdAt) - Date.parse(other.createdAt) ||
          one.id - other.id,
      )
      .slice(0, TOP_PHOTOS);
  }
}

function ids(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}
