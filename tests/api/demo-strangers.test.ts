import { expect, inject, test } from 'vitest';
import nl from '~/i18n/locales/nl/landing.json';
import { THUMBNAIL_WIDTHS, thumbnailUrl } from '~/models/photo/rules';
import type { FeedPhoto } from '~/models/photo/shape';
import { Client } from '../setup/client';
import { addPhoto, expectStatus, join, signInUserOne, visit } from './party';

const { origin } = inject('pgliteServer');
const DEMO_ID = 1;

// What strangers add to the event that every visitor of an instance sees (rule `demo.strangers`).
test('a stranger’s photo in the demo event is visible only to themselves and the first user', async () => {
  const demo = { origin, names: { event: 'DEMO', organizerName: 'Demo' } };
  const [stranger, other] = [await join(demo), await join(demo)];
  const photo = await addPhoto(stranger, 1);
  const readers: [string, Client, boolean][] = [
    ['the stranger', stranger.client, true],
    ['the first user', await signInUserOne(origin), true],
    ['another stranger', other.client, false],
    ['a visitor', await visit(demo), false],
    ['nobody', new Client(origin), false],
  ];
  for (const [who, client, isSeen] of readers) {
    const feed = await client.get<FeedPhoto[]>(`/api/photos/event/${DEMO_ID}`);
    const listed = feed.status === 200 && feed.json.some(({ id }) => id === photo.id);
    expect([who, listed]).toEqual([who, isSeen]);
    const screen = await client.get('/feed?sort=newest', { Accept: 'text/html' });
    expect([who, screen.text.includes(photo.imageUrl)]).toEqual([who, isSeen]);
    const urls = [
      photo.imageUrl,
      ...THUMBNAIL_WIDTHS.map((width) => thumbnailUrl(photo.imageUrl, width)),
      `/photos/${photo.id}`,
    ];
    for (const url of urls) {
      expect([who, url, (await client.get(url)).status === 200]).toEqual([who, url, isSeen]);
    }
  }
  // Its original people's photos are visible to everybody.
  const shown = (await other.client.get<FeedPhoto[]>(`/api/photos/event/${DEMO_ID}`)).json;
  expect(shown.length).toBeGreaterThan(0);

  // Nobody else can star it.
  const json = { userId: other.user.id, photoId: photo.id };
  expectStatus(await other.client.post('/api/favorites', json), 404);
  expectStatus(await stranger.client.delete(`/api/photos/${photo.id}`), 200);
});

test('the feed shows the demo event’s description in the reader’s language', async () => {
  const visitor = await visit({ origin, names: { event: 'DEMO', organizerName: 'Demo' } });
  const feed = await visitor.speak('nl').get('/feed', { Accept: 'text/html' });
  expect(feed.text).toContain(nl.demo.description);
});
