import { expect } from 'vitest';
import { THUMBNAIL_WIDTHS, thumbnailUrl } from '~/models/photo/rules';
import type { FeedPhoto, PublicPhoto } from '~/models/photo/shape';
import type { Party } from '../api/party';
import { Client } from '../setup/client';

/**
 * Expects every acknowledged photo in the feed of a new visitor, and every file of the feed to load.
 * @returns the number of photos in the feed
 */
export async function expectAllStored(
  origin: string,
  party: Party,
  acknowledged: PublicPhoto[],
): Promise<number> {
  const client = new Client(origin);
  await client.post('/api/visitor-access', party.names);
  const feed = (await client.get<FeedPhoto[]>(`/api/photos/event/${party.event.id}`)).json;
  const stored = new Map(feed.map((photo) => [photo.id, photo.imageUrl]));
  const lost = acknowledged.filter(({ id }) => !stored.has(id));
  expect(lost).toEqual([]);
  for (const { imageUrl } of feed) {
    const thumbnails = THUMBNAIL_WIDTHS.map((width) => thumbnailUrl(imageUrl, width));
    for (const url of [imageUrl, ...thumbnails]) {
      // Files on FTP are served by that server.
      const isElsewhere = !url.startsWith('/');
      const { status, bytes } = isElsewhere ? await fetchBytes(url) : await client.get(url);
      expect([url, status]).toEqual([url, 200]);
      expect(bytes.byteLength).toBeGreaterThan(100);
    }
  }
  return feed.length;
}

async function fetchBytes(url: string): Promise<{ status: number; bytes: Uint8Array }> {
  const answer = await fetch(url);
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
