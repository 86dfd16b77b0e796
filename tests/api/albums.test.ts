import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Client } from '../setup/client';
import { infoOfPdf, picturesInPdf, textOfPdf } from '../pdf';
import { open } from './pages';
import { addPhoto, createParty, day, expectStatus, join, type Party, type Person } from './party';

// Rules `album.…`.

const { origin } = inject('pgliteServer');
const ALBUM = '/event/album.pdf';
const BOOK = '/event/photo-book.pdf';

const codeAt = async (client: Client, path: string) => {
  const { status, json } = await client.get<{ code: string }>(path, { Accept: 'application/json' });
  return [status, json.code];
};

describe('once the votes are counted', () => {
  let party: Party;
  let zoe: Person;
  let karim: Person;
  beforeAll(async () => {
    party = await createParty(origin, { startDate: day(-1) });
    zoe = await join(party, { name: 'Zoé Blumenthal' });
    karim = await join(party, { name: 'Karim Saïd' });
    const photo = await addPhoto(zoe, 1);
    await addPhoto(karim, 1);
    const caption = await zoe.client.request('PATCH', `/api/photos/${photo.id}`, {
      json: { caption: 'The cake fell' },
    });
    expectStatus(caption, 200);
    const star = { userId: karim.user.id, photoId: photo.id };
    expectStatus(await karim.client.post('/api/favorites', star), 201);
    const { client } = party.organizer;
    expectStatus(await client.post(`/api/events/${party.event.id}/close-voting`), 200);
    client.speak('en');
  });

  test('the album has the podium on a page and all photos on another', async () => {
    const { client } = party.organizer;
    const { bytes, headers } = expectStatus(await client.get(ALBUM), 200);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toMatch(/^attachment; filename=.*album-.*\.pdf/);
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect(await infoOfPdf(bytes)).toMatchObject({
      Pages: '2',
      Title: `Album: ${party.event.name}`,
      'Page size': '595.28 x 841.89 pts (A4)',
    });
    expect(await picturesInPdf(bytes)).toHaveLength(3);
    const text = await textOfPdf(bytes);
    for (const said of [
      'First place',
      '1 star',
      'The photos',
      'The cake fell',
      'Zoé Blumenthal',
      'Karim Saïd',
      party.event.name,
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toMatch(/http|localhost|127\.0/);
    const etag = headers.get('ETag') ?? '';
    expect((await client.get(ALBUM, { 'If-None-Match': etag })).status).toBe(304);
    const french = await client.get(`${ALBUM}?lang=fr`);
    expect(await textOfPdf(french.bytes)).toContain('Les photos');
  });

  test('the book has a page for a guest once they agree', async () => {
    const { client } = party.organizer;
    expect(await codeAt(client, BOOK)).toEqual([404, 'photo_not_found']);
    await zoe.client.submit('/settings/naming', { named: 'true' });
    await karim.client.submit('/settings/naming', { named: 'false' });
    const { bytes } = expectStatus(await client.get(BOOK), 200);
    const text = await textOfPdf(bytes);
    expect(text).toContain('Zoé');
    expect(text).toContain('The cake fell');
    expect(text).not.toMatch(/Karim|Blumenthal/);
    expect(await picturesInPdf(bytes)).toHaveLength(1);
  });

  test.each([ALBUM, BOOK])('%s is for the organizer only', async (path) => {
    expect(await codeAt(zoe.client, path)).toEqual([403, 'not_an_organizer']);
    const other = await createParty(origin);
    expect(await codeAt(other.organizer.client, path)).toEqual([404, 'result_none']);
    const { client } = party.organizer;
    expect(await codeAt(client, `${path}?part=9`)).toEqual([404, 'photo_not_found']);
    for (const odd of ['x', '0', '-1', '1.5', '99999999999999999999']) {
      expect(await codeAt(client, `${path}?part=${odd}`), odd).toEqual([400, 'invalid_request']);
    }
  });
});

test('the wrap-up links to both, and asks nobody for a book without pages', async () => {
  const party = await createParty(origin, { startDate: day(-1) });
  const guest = await join(party);
  await addPhoto(guest, 1);
  const { client } = party.organizer;
  expectStatus(await client.post(`/api/events/${party.event.id}/end`), 200);
  const linksOf = async () => {
    const page = await open(client.speak('en'), '/');
    const links = [...page.document.querySelectorAll('main a[href*=".pdf"]')];
    return [page.text, links.map((link) => link.getAttribute('href'))] as const;
  };
  const [text, links] = await linksOf();
  expect(links).toEqual([`${ALBUM}?part=1`]);
  expect(text).toContain('a page for each guest who agreed. Nobody has yet.');
  expectStatus(await client.get(`${ALBUM}?part=1`), 200);

  // Anyone who has photos is asked the morning after.
  const morning = await open(guest.client.speak('en'), '/morning');
  expect(morning.text).toContain('May your first name stand');
  await guest.client.submit('/settings/naming', { named: 'true', next: '/morning' });
  expect((await open(guest.client, '/morning')).text).not.toContain('May your first name stand');
  expect((await linksOf())[1]).toEqual([`${ALBUM}?part=1`, `${BOOK}?part=1`]);
});
