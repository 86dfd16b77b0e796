import sharp from 'sharp';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { LANGUAGES } from '~/i18n/languages';
import type { PublicEvent } from '~/models/event/shape';
import type { Client } from '../setup/client';
import { infoOfPdf, picturesInPdf, textOfPdf } from '../pdf';
import { open } from '../api/pages';
import {
  addPhoto,
  createParty,
  day,
  expectStatus,
  join,
  reveal,
  visit,
  type Party,
  type Person,
} from '../api/party';

// Rules `share.…` and `certificate.…`.

const { origin } = inject('pgliteServer');
const SIZES = { story: [1080, 1920], post: [1080, 1350], wide: [1920, 1080] } as const;
const FORMATS = Object.keys(SIZES) as (keyof typeof SIZES)[];
const JSON_WANTED = { Accept: 'application/json' };

const star = ({ client, user }: Person, photoId: number) =>
  client.post('/api/favorites', { userId: user.id, photoId });
const close = ({ event, organizer }: Party) =>
  organizer.client.post<PublicEvent>(`/api/events/${event.id}/close-voting`);
const patch = ({ event, organizer }: Party, json: object) =>
  organizer.client.request<PublicEvent>('PATCH', `/api/events/${event.id}`, { json });
/** A file, with what a script learns from a refusal. */
const fetchFile = (client: Client, path: string) =>
  client.get<{ code: string }>(path, { Accept: 'application/json, */*' });
const codeAt = async (client: Client, path: string) => {
  const { status, json } = await client.get<{ code: string }>(path, JSON_WANTED);
  return [status, json.code];
};

interface Evening {
  party: Party;
  zoe: Person;
  karim: Person;
  voter: Person;
  first: number;
  second: number;
}

/** Zoé's photo has two stars, Karim's one. */
async function evening(): Promise<Evening> {
  const party = await createParty(origin, { startDate: day(-1) });
  const zoe = await join(party, { name: 'Zoé Blumenthal' });
  const karim = await join(party, { name: 'Karim Saïd' });
  const voter = await join(party);
  const [first, second] = [(await addPhoto(zoe, 1)).id, (await addPhoto(karim, 1)).id];
  for (const [giver, photo] of [
    [voter, first],
    [karim, first],
    [voter, second],
  ] as const) {
    expectStatus(await star(giver, photo), 201);
  }
  return { party, zoe, karim, voter, first, second };
}

describe('once the votes are counted', () => {
  let own: Evening;
  beforeAll(async () => {
    own = await evening();
    expectStatus(await close(own.party), 200);
  });

  test.each(FORMATS)('members download a picture without metadata: %s', async (format) => {
    const { voter, party } = own;
    voter.client.speak('en');
    const path = `/top/podium/${format}`;
    const answer = expectStatus(await voter.client.get(path), 200);
    const { headers, bytes } = answer;
    expect(headers.get('Content-Type')).toBe('image/jpeg');
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename=.*podium-.*\.jpg/);
    const { width, height, exif, xmp, icc, iptc } = await sharp(bytes).metadata();
    expect([width, height]).toEqual(SIZES[format]);
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const secret of [String(party.event.id), 'http', new URL(origin).host]) {
      expect(bytes.includes(secret), secret).toBe(false);
    }
    const etag = headers.get('ETag') ?? '';
    const again = await voter.client.get(path, { 'If-None-Match': etag });
    expect(again.status).toBe(304);
    const french = await voter.client.get(`${path}?lang=fr`);
    expect(french.headers.get('ETag')).not.toBe(etag);
  });

  test('an answer about a name changes the picture, and covers only one’s own name', async () => {
    const { zoe, karim, voter } = own;
    const tagOf = async () =>
      (await voter.client.get('/top/podium/post')).headers.get('ETag') ?? '';
    const guests = await tagOf();
    await zoe.client.submit('/settings/naming', { named: 'true', next: '/top' });
    const named = await tagOf();
    expect(named).not.toBe(guests);
    await karim.client.submit('/settings/naming', { named: 'false' });
    expect(await tagOf()).toBe(named);
    await zoe.client.submit('/settings/naming', { named: 'false' });
    expect(await tagOf()).toBe(guests);
    const odd = await zoe.client.submit('/settings/naming', { named: 'perhaps' });
    expect(odd.status).toBe(302);
    expect(await tagOf()).toBe(guests);
  });

  test('a certificate says everything, on one page A5', async () => {
    const { zoe, first, party } = own;
    zoe.client.speak('en');
    const { bytes, headers } = expectStatus(
      await zoe.client.get(`/top/certificates/${first}`),
      200,
    );
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toMatch(/certificate-1-.*\.pdf/);
    const text = await textOfPdf(bytes);
    for (const said of ['1', 'First place', 'Zoé Blumenthal', '2 stars', party.event.name]) {
      expect(text).toContain(said);
    }
    const info = await infoOfPdf(bytes);
    expect(info).toMatchObject({
      Pages: '1',
      Title: `Certificate: Zoé Blumenthal, ${party.event.name}`,
    });
    // A5.
    expect(info['Page size']).toBe('419.53 x 595.28 pts');
    expect(await picturesInPdf(bytes)).toHaveLength(1);
    expect(text).not.toMatch(/http|localhost|127\.0/);
    const german = await zoe.client.get(`/top/certificates/${first}?lang=de`);
    expect(await textOfPdf(german.bytes)).toContain('Erster Platz');
  });

  test('certificates are for their owners and the organizer', async () => {
    const { zoe, karim, voter, first, second, party } = own;
    const path = (id: number) => `/top/certificates/${id}`;
    for (const id of [first, second]) {
      expectStatus(await party.organizer.client.get(path(id)), 200);
      expect(await codeAt(voter.client, path(id))).toEqual([403, 'access_denied']);
    }
    expectStatus(await karim.client.get(path(second)), 200);
    expect(await codeAt(zoe.client, path(second))).toEqual([403, 'access_denied']);
    const other = await evening();
    expect(await codeAt(other.party.organizer.client, path(first))).toEqual([403, 'access_denied']);
    expect(await codeAt(zoe.client, path(2_000_000_000))).toEqual([404, 'photo_not_found']);
    expect(await codeAt(zoe.client, '/top/certificates/x')).toEqual([400, 'invalid_request']);
    expect(await codeAt(zoe.client, '/top/podium/square')).toEqual([400, 'invalid_request']);
  });

  test('visitors sign in first, and nobody else gets anything', async () => {
    const visitor = await visit(own.party);
    for (const path of ['/top/podium/story', `/top/certificates/${own.first}`]) {
      const { status, headers } = await visitor.get(path);
      expect([status, headers.get('Location')]).toEqual([302, '/login?next=%2Ftop']);
      expect(await codeAt(visitor, path)).toEqual([401, 'authentication_required']);
    }
    expect((await open(visitor, '/top')).text).not.toContain('/top/podium/story');
  });

  test('/top offers members the pictures and their own certificate, and the organizer all of them', async () => {
    const { zoe, voter, party, first, second } = own;
    const linksOf = async (client: Client) => {
      const { document } = await open(client, '/top');
      return [...document.querySelectorAll('a[href]')]
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => /podium|certificates/.test(href));
    };
    const pictures = FORMATS.map((format) => `/top/podium/${format}`);
    expect(await linksOf(voter.client)).toEqual(pictures);
    expect(await linksOf(zoe.client)).toEqual([...pictures, `/top/certificates/${first}`]);
    expect(await linksOf(party.organizer.client)).toEqual([
      ...pictures,
      `/top/certificates/${first}`,
      `/top/certificates/${second}`,
    ]);
  });
});

test('the question is asked until it is answered, by form and without scripts', async () => {
  const own = await evening();
  const { zoe, karim, party } = own;
  const isAsked = async (client: Client, path: string) =>
    (await open(client.speak('en'), path)).text.includes('May your first name stand');
  expect(await isAsked(zoe.client, '/top')).toBe(false);
  expectStatus(await close(party), 200);
  expect(await isAsked(zoe.client, '/top')).toBe(true);
  expect(await isAsked(own.voter.client, '/top')).toBe(false);
  const answer = await zoe.client.submit('/settings/naming', { named: 'true', next: '/top' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/top']);
  expect(await isAsked(zoe.client, '/top')).toBe(false);
  const outside = { named: 'true', next: 'https://evil.example/' };
  const safe = await karim.client.submit('/settings/naming', outside);
  expect(safe.headers.get('Location')).toBe('/settings');
  const settings = await open(zoe.client, '/settings');
  const state = settings.document
    .querySelector('#naming [role=switch]')
    ?.getAttribute('aria-checked');
  expect(state).toBe('true');
});

test('before the result, and while standings are hidden, there is nothing to take home', async () => {
  const { party, zoe, first } = await evening();
  const paths = ['/top/podium/story', `/top/certificates/${first}`];
  const clients = [zoe.client, party.organizer.client];
  for (const client of clients) {
    for (const path of paths) {
      expect(await codeAt(client, path)).toEqual([404, 'result_none']);
      expect((await client.get(path)).headers.get('Location')).toBe('/top');
    }
  }
  expectStatus(await patch(party, { standings: 'hidden' }), 200);
  expectStatus(await close(party), 200);
  for (const client of clients) {
    for (const path of paths) expect(await codeAt(client, path)).toEqual([403, 'standings_hidden']);
    expect((await open(client, '/top')).text).not.toContain('/top/podium/');
  }
  await reveal(party);
  for (const client of clients) {
    for (const path of paths) expectStatus(await fetchFile(client, path), 200);
  }
});

test('one person has no more than forty made in ten minutes, and still gets what is there', async () => {
  const { party, voter, first, second } = await evening();
  expectStatus(await close(party), 200);
  const { client } = party.organizer;
  const orders = [0, 1, 2, 3, 4].flatMap((offset) =>
    LANGUAGES.flatMap((language) =>
      [first, second].map((id) => ({ offset, path: `/top/certificates/${id}?lang=${language}` })),
    ),
  );
  let made = 0;
  for (const { offset, path } of orders) {
    // Another day of the party is another certificate.
    if (made % 10 === 0) expectStatus(await patch(party, { partyDate: day(offset) }), 200);
    const { status } = await client.get(path, JSON_WANTED);
    if (status !== 200) {
      expect(status).toBe(429);
      break;
    }
    made += 1;
  }
  expect(made).toBe(40);
  expect(await codeAt(client, '/top/podium/post')).toEqual([429, 'too_many_attempts']);
  expectStatus(await voter.client.get('/top/podium/post'), 200);
  // Somebody else had it made.
  expectStatus(await client.get('/top/podium/post'), 200);
}, 300_000);
