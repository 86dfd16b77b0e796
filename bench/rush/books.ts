import { TOP_PHOTOS } from '~/models/photo/star';
import { morningPaths } from '~/morning-paths';
import type { AnswerOf, Photo } from './calls';
import { expectStatus, type Party } from '../../tests/api/party';
import { parseCsv, recordsOf } from '../../tests/csv';
import type { Client } from '../../tests/setup/client';
import { unzip } from '../../tests/unzip';

/** The owner of the slots and stars that are compared. */
interface Owner {
  guest: { id: number; name: string; table: number };
  browser: Client;
}

/**
 * What the server acknowledged, recorded separately, so that its figures can be compared at the end. Each
 * difference is one sentence.
 */
export class Books {
  readonly photos = new Map<number, Photo>();
  /** The mission of each photo that was sent for one. */
  readonly missions = new Map<number, number>();
  /** Ids of photos by the member who starred them. */
  readonly stars = new Map<number, Set<number>>();
  readonly wrong: string[] = [];
  checks = 0;

  /** Runs somebody's action. An error is recorded, and the others go on. */
  async attempt(who: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: Error) => this.wrong.push(`${who}: ${error.message}`));
  }

  /** @param missionId the mission that the photo was sent for, if any */
  add(photo: Photo, missionId: number | null): void {
    this.photos.set(photo.id, photo);
    if (missionId !== null) this.missions.set(photo.id, missionId);
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

  /** Compares the whole event with the books once everything is quiet, in the evening or after the end. */
  async check({ event, organizer }: Party, phones: readonly Owner[]): Promise<void> {
    const read = async <T>(path: string) =>
      expectStatus(await organizer.client.get<T>(path), 200).json;
    const counts = this.#countStars();
    const feed = await read<AnswerOf<'/api/photos/event/{eventId}'>>(
      `/api/photos/event/${event.id}`,
    );
    const line = (id: number, url: string, stars: number, missionId: number | null) =>
      `${id} ${url} ${stars} ${missionId}`;
    this.#compare(
      'the feed',
      feed
        .flatMap((photo) =>
          // Without `?fields=id` they are whole.
          'imageUrl' in photo
            ? line(photo.id, photo.imageUrl, photo.favoriteCount ?? NaN, photo.missionId)
            : [],
        )
        .sort(),
      [...this.photos.values()]
        .map(({ id, imageUrl }) =>
          line(id, imageUrl, counts.get(id) ?? 0, this.missions.get(id) ?? null),
        )
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
      const hand = await browser.get<AnswerOf<'/api/missions/mine'>>('/api/missions/mine');
      const done = hand.json.cards.filter(({ doneAt }) => doneAt !== null);
      this.#compare(
        `cards of ${guest.name}`,
        done.map(({ missionId }) => missionId).sort(),
        this.photosOf(guest.id)
          .flatMap(({ id }) => this.missions.get(id) ?? [])
          .sort(),
      );
    }
    await this.#checkList(organizer.client, phones, counts);
  }

  /** Compares the list of guests: photos, stars and table of each. */
  async #checkList(
    client: Client,
    phones: readonly Owner[],
    counts: Map<number, number>,
  ): Promise<void> {
    const csv = expectStatus(await client.get('/event/guests.csv?lang=en'), 200);
    this.#compare(
      'the list of guests',
      recordsOf(parseCsv(csv.text.slice(1)))
        .map(({ Name, Photos, Stars, Table }) => [Name, Photos, Stars, Table].join())
        .sort(),
      phones
        .map(({ guest: { id, name, table } }) => {
          const own = this.photosOf(id);
          const stars = own.reduce((sum, photo) => sum + (counts.get(photo.id) ?? 0), 0);
          return [name, own.length, stars, table].join();
        })
        .sort(),
    );
  }

  /** Compares a zip with the photos that it has to hold, and reads each file. */
  async checkZip(what: string, bytes: Uint8Array, photos: readonly Photo[]): Promise<void> {
    const files = [...(await unzip(bytes)).values()];
    this.#compare(
      what,
      files.map(({ length }) => length > 0),
      photos.map(() => true),
    );
  }

  /** Compares the zip of all photos, which a guest takes home on the morning after. */
  async checkAllPhotos(guest: Client): Promise<void> {
    const all = expectStatus(await guest.get(morningPaths.allPhotosZip()), 200);
    await this.checkZip('all photos', all.bytes, [...this.photos.values()]);
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
