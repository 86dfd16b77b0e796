import { eq } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events } from '~db/schema';
import { infoOfPdf, picturesInPdf, placesInPdf, readQr, textOfPdf } from '../pdf';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { open } from './pages';
import { createParty, ENDED, unique, visit, type Party } from './party';

const { origin } = inject('pgliteServer');
const postgres = inject('postgresServer');
const reader = (language = 'en') => new Client(origin).speak(language);
const pageOf = ({ event }: Party) => `/invitation-pdf/${event.id}`;
const pdfOf = (party: Party, query = '') => `${pageOf(party)}/pdf${query}`;

/** Where the code of an event leads. */
const joinUrlOf = ({ names }: Party, site = origin) =>
  `${site}/auth/join?${new URLSearchParams({ event: names.event, organizer: names.organizerName })}`;

/** The codes on an A4 page: below on the left; on cards, all eight places. */
const PAGE_CODE = { left: 0, top: 0.65, width: 0.45, height: 0.3 };
const CARD_CODES = [0, 1, 2, 3].flatMap((row) =>
  [0, 1].map((column) => ({
    left: 0.05 + 0.45 * column,
    top: 0.034 + 0.233 * row,
    width: 0.25,
    height: 0.233,
  })),
);

describe('the invitation page', () => {
  test('says everything, to anyone', async () => {
    const party = await createParty(origin, { description: 'First line\n\nThird <line>' });
    const page = await open(reader(), pageOf(party));
    expect(page.status).toBe(200);
    for (const text of [...Object.values(party.names), 'First line', 'Third <line>', origin]) {
      expect(page.text).toContain(text);
    }
    expect(page.html).toContain(`href="${pdfOf(party)}"`);
    expect(page.html).toContain(`href="${pdfOf(party, '?layout=cards')}"`);
    // A sheet of its own, outside the event's frame.
    expect(page.html).not.toContain('class="shell"');
  });

  test.each([
    ['fr', 'Nom du Challenge'],
    ['en', 'Event Name'],
    ['es', 'Nombre del evento'],
    ['de', 'Name des Events'],
    ['nl', 'Naam van het evenement'],
  ])('in %s: %s', async (language, words) => {
    const party = await createParty(origin);
    const page = await open(reader(language), pageOf(party));
    expect(page.text).toContain(words);
    expect(page.document.documentElement.lang).toBe(language);
  });

  test('an ended event shows it still, with a note', async () => {
    const party = await createParty(origin, ENDED);
    const page = await open(reader(), pageOf(party));
    expect(page.status).toBe(200);
    expect(page.text).toContain('This event has ended');
    expect(page.text).toContain(party.names.event);
  });

  test.each([
    ['', 404, 'Error: No event ID provided'],
    ['/', 404, 'Error: No event ID provided'],
    ['/999999999999', 404, 'Error: Error fetching event: 404'],
    ['/abc', 404, 'Error: Error fetching event: 404'],
    ['/1e3', 404, 'Error: Error fetching event: 404'],
  ])('/invitation-pdf%s: %i %s', async (rest, status, words) => {
    const page = await open(reader(), `/invitation-pdf${rest}`);
    const heading = page.document.querySelector('h1')?.textContent;
    expect([page.status, heading]).toEqual([status, words]);
  });
});

describe('the PDF', () => {
  test('is a page of A4 that says the same', async () => {
    const party = await createParty(origin, {
      name: `Noces d’Éléonore “Łucja” ${unique()}`,
      organizerName: `Ĳsbrand Groß ${unique()}`,
      description: 'Première ligne\nDeuxième ligne',
    });
    const { status, headers, bytes } = await reader('fr').get(pdfOf(party));
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('Content-Disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent(`invitation-${party.names.event}.pdf`)}`,
    );
    const text = await textOfPdf(bytes);
    const words = ['Nom du Challenge', 'Première ligne', 'Deuxième ligne', origin];
    for (const word of [...words, ...Object.values(party.names)]) expect(text).toContain(word);
    const info = await infoOfPdf(bytes);
    expect([info.Pages, info['Page size']]).toEqual(['1', '595.28 x 841.89 pts (A4)']);
    expect(await readQr(bytes, PAGE_CODE)).toBe(joinUrlOf(party));
  });

  test('as cards: eight codes on one page', async () => {
    const party = await createParty(origin);
    const { bytes } = await reader().get(pdfOf(party, '?layout=cards'));
    expect((await infoOfPdf(bytes)).Pages).toBe('1');
    const codes = await Promise.all(CARD_CODES.map((place) => readQr(bytes, place)));
    expect(codes).toEqual(Array(8).fill(joinUrlOf(party)));
    const text = await textOfPdf(bytes);
    expect(text.split('Event Name')).toHaveLength(9);
  });

  test.each([
    ['王小明与李华', '田中 さくら'],
    ['Юлия и Θεοδώρα', '김민준'],
    ['حفلة محمد', 'שרה כהן'],
    ['สมชาย', 'Nguyễn Thị Ánh'],
  ])('names of any script are drawn: %s, %s', async (event, organizerName) => {
    const party = await createParty(origin, { name: `${event} ${unique()}`, organizerName });
    const { status, bytes } = await reader().get(pdfOf(party));
    expect(status).toBe(200);
    const text = await textOfPdf(bytes);
    // Programs give text from right to left in one order or the other.
    const words = [event, organizerName].flatMap((name) => name.split(' '));
    for (const word of words.filter((one) => !/\p{M}|\p{Script=Arabic}/u.test(one))) {
      const isThere = text.includes(word) || text.includes([...word].reverse().join(''));
      expect([word, isThere]).toEqual([word, true]);
    }
    expect(await readQr(bytes, PAGE_CODE)).toBe(joinUrlOf(party));
  });

  test('words from right to left stand in that order', async () => {
    const party = await createParty(origin, { organizerName: 'שרה כהן לוי' });
    const { bytes } = await reader().get(pdfOf(party));
    const places = await placesInPdf(bytes);
    const leftOf = (word: string) =>
      places.find((place) => [word, [...word].reverse().join('')].includes(place.word))?.left ?? 0;
    expect(leftOf('לוי')).toBeGreaterThan(0);
    expect(leftOf('כהן')).toBeGreaterThan(leftOf('לוי'));
    expect(leftOf('שרה')).toBeGreaterThan(leftOf('כהן'));
  });

  test('names that break headers, or of which nothing can be drawn', async () => {
    const names = [`"; x="A: 1 ٪ ${unique()}`, '🎉🎉🎉'];
    for (const name of names) {
      const party = await createParty(origin, { name, description: 'x\n'.repeat(900) });
      const { status, headers, bytes } = await reader().get(pdfOf(party));
      expect(status).toBe(200);
      expect(headers.get('Content-Disposition')).toMatch(
        // Quoted, or a token, as RFC 6266 has it.
        /^attachment; filename=("invitation-[\x20-\x21\x23-\x7e]*\.pdf"|invitation-[\w!#$&'*+.^`|~-]*\.pdf); filename\*=UTF-8''[\w%.~-]+$/,
      );
      expect((await infoOfPdf(bytes)).Pages).toBe('1');
      expect(await readQr(bytes, PAGE_CODE)).not.toBeNull();
    }
  });

  test('holds the event’s image as a JPEG for 190 mm', async () => {
    const { bytes } = await reader().get('/invitation-pdf/1/pdf');
    const [picture, ...others] = await picturesInPdf(bytes);
    expect(others).toEqual([]);
    expect(picture?.encoding).toBe('jpeg');
    expect(picture?.width).toBeLessThanOrEqual(1436);
  });

  test('goes without an image that the storage does not have', async () => {
    const party = await createParty(postgres.origin);
    const { db, close } = await connectDatabase({ url: postgres.databaseUrl, dataDir: '' });
    const imageKey = `${party.event.id}/${'x'.repeat(22)}`;
    await db
      .update(events)
      .set({ imageStorage: 'local', imageKey })
      .where(eq(events.id, party.event.id));
    await close();
    const { status, bytes } = await new Client(postgres.origin).get(pdfOf(party));
    expect(status).toBe(200);
    expect(await picturesInPdf(bytes)).toEqual([]);
  });

  test('is not sent again when nothing has changed', async () => {
    const path = pdfOf(await createParty(origin));
    const ETag = (await reader().get(path)).headers.get('ETag') ?? '';
    const ask = (client: Client, query = '') =>
      client.get(path + query, { 'If-None-Match': ETag }).then(({ status }) => status);
    expect(await ask(reader())).toBe(304);
    expect([await ask(reader('fr')), await ask(reader(), '?layout=cards')]).toEqual([200, 200]);
  });

  test.each([
    ['999999999999', 404, 'Event not found'],
    ['abc', 404, 'Event not found'],
  ])('/invitation-pdf/%s/pdf: %i', async (id, status, words) => {
    const answer = await reader().get(`/invitation-pdf/${id}/pdf`);
    expect([answer.status, answer.text]).toEqual([status, words]);
  });
});

describe('the page to invite from', () => {
  test('works without scripts', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const page = await open(client.speak('en'), '/event/invite');
    expect(page.status).toBe(200);
    expect(attributesOf(page.document, 'input', 'value')).toContain(joinUrlOf(party));
    const [mail] = attributesOf(page.document, 'a[href^="mailto:"]', 'href');
    expect(mail).toMatch(/^mailto:\?subject=[^&]+&body=.+%2Fauth%2Fjoin/);
    const prints = attributesOf(page.document, 'a[target=_blank]', 'href');
    for (const path of [pageOf(party), pdfOf(party), pdfOf(party, '?layout=cards')]) {
      expect(prints).toContain(path);
    }
  });

  test('is the organizer’s alone', async () => {
    const guest = await (await visit(await createParty(origin))).get('/event/invite');
    expect([guest.status, guest.headers.get('Location')]).toEqual([302, '/']);
    const nobody = await reader().get('/event/invite');
    expect([nobody.status, nobody.headers.get('Location')]).toEqual([302, '/auth']);
  });
});
