import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events } from '~db/schema';
import {
  CARD_CODE,
  CODES,
  infoOfPdf,
  LETTER_CODES,
  picturesInPdf,
  placesInPdf,
  readQr,
  readQrByHand,
  readQrOfImage,
  structureOfPdf,
  textOfPdf,
} from '../pdf';
import { Client } from '../setup/client';
import { attributesOf, parsePage } from '../setup/html';
import { open, send } from './pages';
import { createParty, day, ENDED, join, unique, visit, type Party } from './party';

const { origin } = inject('pgliteServer');
const postgres = inject('postgresServer');
const reader = (language = 'en') => new Client(origin).speak(language);
const pageOf = ({ event }: Party) => `/invitation-pdf/${event.id}`;
const pdfOf = (party: Party, query = '') => `${pageOf(party)}/pdf${query}`;

/** The content of an event's code. Its organizer has no known language, so French. */
const codeOf = ({ event }: Party) => `${origin}/e/${event.id}?lang=fr`;
/** The redirect target of that. */
const joinPathOf = ({ names }: Party) =>
  `/auth/join?${new URLSearchParams({ event: names.event, organizer: names.organizerName })}`;

/** The longest possible names, of words that fit on no line. */
const LONG = {
  name: () =>
    `Unterschleißheimer ${'Geburtstagsfeierlichkeiten'.repeat(4)}`.slice(0, 106) + unique(),
  organizerName: () => 'W'.repeat(107) + unique(),
};

describe('the invitation page', () => {
  test('says everything, to anyone', async () => {
    const party = await createParty(origin, { description: 'First line\n\nThird <line>' });
    const page = await open(reader(), pageOf(party));
    expect(page.status).toBe(200);
    for (const text of [...Object.values(party.names), 'First line', 'Third <line>', origin]) {
      expect(page.text).toContain(text);
    }
    expect(page.html).toContain(`href="${pdfOf(party)}"`);
    for (const layout of ['cards', 'cards-4', 'tents']) {
      expect(page.html).toContain(`href="${pdfOf(party, `?layout=${layout}`)}"`);
    }
    // A separate sheet, outside the event's frame.
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

  test('an ended event still shows it, with a note', async () => {
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
    // A name may be on two lines, beside the next one.
    const names = Object.values(party.names).flatMap((name) => name.split(' '));
    for (const word of [...words, ...names]) expect(text).toContain(word);
    const info = await infoOfPdf(bytes);
    expect([info.Pages, info['Page size']]).toEqual(['1', '595.28 x 841.89 pts (A4)']);
    for (const word of ['Scannez', 'Ajoutez', 'Votez']) expect(text).toContain(word);
    expect(await readQr(bytes, CODES.page)).toBe(codeOf(party));
  });

  test.each([
    ['cards', 8, 'table-cards'],
    ['cards-4', 4, 'table-cards-4'],
    ['tents', 8, 'table-tents'],
  ] as const)(
    'as %s: %i codes on one page, under its own file name',
    async (layout, count, name) => {
      const party = await createParty(origin);
      const { bytes, headers } = await reader().get(pdfOf(party, `?layout=${layout}`));
      expect(headers.get('Content-Disposition')).toContain(`"${name}-${party.names.event}.pdf"`);
      const info = await infoOfPdf(bytes);
      expect([info.Pages, info['Page size']]).toEqual(['1', '595.28 x 841.89 pts (A4)']);
      const codes = await Promise.all(CODES[layout].map((place) => readQr(bytes, place)));
      expect(codes).toEqual(Array(count).fill(codeOf(party)));
      const text = await textOfPdf(bytes);
      expect(text.split('Give 3 stars')).toHaveLength(count + 1);
      expect(text).toContain(`e/${party.event.id}`);
    },
  );

  test.each(['cards', 'tents', 'cards-4', 'page'] as const)(
    'the code of %s can be read from a metre away, whatever the names',
    async (layout) => {
      const party = await createParty(origin, {
        name: LONG.name(),
        organizerName: LONG.organizerName(),
      });
      const { bytes } = await reader('de').get(pdfOf(party, `?layout=${layout}`));
      const places = [CODES[layout]].flat();
      // A phone's camera preview has 1.4 pixels per millimetre at one metre (1920 across 69°).
      for (const place of places) {
        expect(await readQrByHand(bytes, place, 1.4)).toBe(codeOf(party));
      }
    },
  );

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
    // Programs return right-to-left text in one order or the other.
    const words = [event, organizerName].flatMap((name) => name.split(' '));
    for (const word of words.filter((one) => !/\p{M}|\p{Script=Arabic}/u.test(one))) {
      const isThere = text.includes(word) || text.includes([...word].reverse().join(''));
      expect([word, isThere]).toEqual([word, true]);
    }
    expect(await readQr(bytes, CODES.page)).toBe(codeOf(party));
  });

  test('right-to-left words are in their order', async () => {
    const party = await createParty(origin, { organizerName: 'שרה כהן לוי' });
    const { bytes } = await reader().get(pdfOf(party));
    const places = await placesInPdf(bytes);
    const leftOf = (word: string) =>
      places.find((place) => [word, [...word].reverse().join('')].includes(place.word))?.left ?? 0;
    expect(leftOf('לוי')).toBeGreaterThan(0);
    expect(leftOf('כהן')).toBeGreaterThan(leftOf('לוי'));
    expect(leftOf('שרה')).toBeGreaterThan(leftOf('כהן'));
  });

  test('names that break headers, or that cannot be drawn at all', async () => {
    const names = [`"; x="A: 1 ٪ ${unique()}`, '🎉🎉🎉'];
    for (const name of names) {
      const party = await createParty(origin, { name, description: 'x\n'.repeat(900) });
      const { status, headers, bytes } = await reader().get(pdfOf(party));
      expect(status).toBe(200);
      expect(headers.get('Content-Disposition')).toMatch(
        // Quoted, or a token, according to RFC 6266.
        /^attachment; filename=("invitation-[\x20-\x21\x23-\x7e]*\.pdf"|invitation-[\w!#$&'*+.^`|~-]*\.pdf); filename\*=UTF-8''[\w%.~-]+$/,
      );
      expect((await infoOfPdf(bytes)).Pages).toBe('1');
      expect(await readQr(bytes, CODES.page)).not.toBeNull();
    }
  });

  test('contains the event’s image as a JPEG for 186 mm', async () => {
    const { bytes } = await reader().get('/invitation-pdf/1/pdf');
    const [picture, ...others] = await picturesInPdf(bytes);
    expect(others).toEqual([]);
    expect(picture?.encoding).toBe('jpeg');
    expect(picture?.width).toBeLessThanOrEqual(1406);
  });

  test('leaves out an image that the storage does not have', async () => {
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

  test('is not sent again if nothing has changed', async () => {
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

describe('the PDF on other papers', () => {
  const A4 = '595.28 x 841.89 pts (A4)';
  const LETTER = '612 x 792 pts (letter)';
  const A6 = '297.64 x 419.53 pts';
  const sizeOf = async (bytes: Buffer) => {
    const info = await infoOfPdf(bytes);
    return [info.Pages, info['Page size']];
  };

  test.each(['page', 'cards', 'cards-4', 'tents'] as const)(
    '%s on US Letter: every code can be read',
    async (layout) => {
      const party = await createParty(origin, { name: LONG.name() });
      const path = pdfOf(party, `?layout=${layout}&paper=letter`);
      const { bytes } = await reader().get(path);
      expect(await sizeOf(bytes)).toEqual(['1', LETTER]);
      for (const place of [LETTER_CODES[layout]].flat()) {
        expect(await readQr(bytes, place)).toBe(codeOf(party));
      }
    },
  );

  test('A6 is a single card, whatever the layout', async () => {
    const party = await createParty(origin);
    const { bytes, headers } = await reader().get(pdfOf(party, '?layout=page&paper=a6'));
    expect(await sizeOf(bytes)).toEqual(['1', A6]);
    expect(headers.get('Content-Disposition')).toContain(`"table-card-${party.names.event}.pdf"`);
    expect(await readQr(bytes, CARD_CODE)).toBe(codeOf(party));
    const text = await textOfPdf(bytes);
    expect(text.split('Add 3 photos')).toHaveLength(2);
  });

  test('the reader’s region decides when nothing is chosen', async () => {
    const party = await createParty(origin);
    const get = (accepted: string, query = '') =>
      reader().get(pdfOf(party, query), { 'Accept-Language': accepted });
    const us = await get('en-US,en;q=0.9');
    expect(await sizeOf(us.bytes)).toEqual(['1', LETTER]);
    expect(us.headers.get('Vary')).toContain('Accept-Language');
    expect(await sizeOf((await get('en-GB')).bytes)).toEqual(['1', A4]);
    expect(await sizeOf((await get('en-US', '?paper=a4')).bytes)).toEqual(['1', A4]);
    expect(await sizeOf((await get('en-GB', '?paper=a3')).bytes)).toEqual(['1', A4]);
  });
});

describe('what the prints say', () => {
  test('a title, a language, and tags for screen readers', async () => {
    const party = await createParty(origin);
    const { bytes } = await reader('de').get(pdfOf(party));
    const info = await infoOfPdf(bytes);
    expect([info.Title, info.Tagged]).toEqual([`Einladung: ${party.names.event}`, 'yes']);
    expect(bytes.toString('latin1')).toContain('/Lang (de)');
    const structure = await structureOfPdf(bytes);
    // In reading order.
    const parts = ['H1', party.names.event.split(' ')[0] ?? '', 'Figure', 'Scannen', 'Adresse'];
    const places = parts.map((part) => structure.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    for (const layout of ['cards', 'tents', 'cards-4']) {
      const cards = await reader('de').get(pdfOf(party, `?layout=${layout}`));
      expect((await infoOfPdf(cards.bytes)).Tagged).toBe('yes');
      const texts = (await structureOfPdf(cards.bytes)).split('Code scannen');
      expect(texts).toHaveLength(layout === 'cards-4' ? 5 : 9);
    }
  });

  test('no number of photos, if none is wanted', async () => {
    const party = await createParty(origin);
    for (const layout of ['page', 'cards']) {
      const path = pdfOf(party, `?layout=${layout}&number=none`);
      const text = await textOfPdf((await reader().get(path)).bytes);
      expect(text).toContain(layout === 'page' ? 'Your best photos' : 'Add your photos');
      expect(text).not.toMatch(/3 (best )?photos/);
    }
    const page = await open(reader(), `${pageOf(party)}?number=none`);
    expect(page.text).toContain('Your best photos of the party.');
  });

  test.each([
    ['🎉 Noces de Léa & Côme', /Noces de Léa/],
    // No font has it.
    ['\u{1FBFF}\u{1F8FF} Noces de Zoé', /^(?!.*\u{1FBFF}).*Noces de Zoé/u],
  ])('a name that opens the event, with its emoji or without: %s', async (name, printed) => {
    const party = await createParty(origin, { name: `${name} ${unique()}` });
    const { bytes } = await reader().get(pdfOf(party, '?paper=a6'));
    const text = await textOfPdf(bytes);
    expect(text).toMatch(printed);
    expect(text.includes('🎉')).toBe(name.includes('🎉'));
    const onPaper = party.names.event.replace(/[^\p{L}\p{N}\p{P} ]/gu, '');
    const entered = await new Client(origin).post('/api/visitor-access', {
      ...party.names,
      event: onPaper,
    });
    expect(entered.status).toBe(200);
  });

  test('another number than the event has now: its organizer reads that', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    client.speak('en');
    const SAID = 'Printed cards say another number of photos: 3 instead of 5.';
    const says = async () =>
      Promise.all(
        ['/', '/event/rules', '/event/invite'].map(async (path) =>
          (await open(client, path)).text.includes(SAID),
        ),
      );
    const set = (maxPhotosPerUser: number) =>
      client.request('PATCH', `/api/events/${party.event.id}/max-photos`, {
        json: { maxPhotosPerUser },
      });
    // Prints of others, and those that say no number, do not count.
    await reader().get(pdfOf(party, '?layout=cards'));
    await client.get(pdfOf(party, '?layout=cards&number=none'));
    await set(5);
    expect(await says()).toEqual([false, false, false]);
    await set(3);
    await client.get(pdfOf(party, '?layout=cards'));
    await set(5);
    expect(await says()).toEqual([true, true, true]);
    // New prints are right.
    await client.get(pdfOf(party, '?layout=cards'));
    expect(await says()).toEqual([false, false, false]);
  });
});

describe('the code alone', () => {
  test('as PNG and SVG, sharp and with its white border', async () => {
    const party = await createParty(origin);
    const png = await reader().get(`${pageOf(party)}/code/png`);
    expect([png.status, png.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(png.headers.get('Content-Disposition')).toContain(`"qr-${party.names.event}.png"`);
    const svg = await reader().get(`${pageOf(party)}/code/svg`);
    expect([svg.status, svg.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    for (const { bytes } of [png, svg]) {
      expect(await readQrOfImage(bytes)).toBe(codeOf(party));
    }
    const { width = 0, height } = await sharp(png.bytes).metadata();
    expect(width).toBeGreaterThanOrEqual(1600);
    expect(width).toBe(height);
    // Only its two colours: every module is a whole number of pixels.
    const pixels = await sharp(png.bytes).removeAlpha().raw().toBuffer();
    const colours = new Set<string>();
    for (let at = 0; at < pixels.length; at += 3) colours.add(pixels.toString('hex', at, at + 3));
    expect([...colours].sort()).toEqual(['0a2129', 'ffffff']);
  });

  test('full screen, without scripts', async () => {
    const party = await createParty(origin);
    const page = await open(reader(), `${pageOf(party)}?show=code`);
    expect(page.status).toBe(200);
    expect(page.document.querySelector('main > svg[role=img]')).not.toBeNull();
    expect(page.text).toContain(party.names.event);
  });

  test.each([
    ['/invitation-pdf/999999999999/code/png', 404],
    ['/invitation-pdf/abc/code/svg', 404],
    ['/invitation-pdf/1/code/gif', 404],
  ])('%s: %i', async (path, status) => {
    expect((await reader().get(path)).status).toBe(status);
  });
});

describe('the URL in a code', () => {
  const follow = async (client: Client, path: string, method = 'GET') => {
    const { status, headers } = await client.request(method, path);
    return [status, headers.get('Location')];
  };
  const linkOf = ({ event }: Party, lang = '') => `/e/${event.id}${lang && `?lang=${lang}`}`;

  test.each(['GET', 'HEAD'])(
    'leads to the event’s card by its current names: %s',
    async (method) => {
      const party = await createParty(origin);
      const nobody = new Client(origin);
      expect(await follow(nobody, linkOf(party), method)).toEqual([302, joinPathOf(party)]);
    },
  );

  test('survives a new name of the organizer, and so does the older kind of link', async () => {
    const party = await createParty(origin);
    const organizerName = `Zoé ${unique()}`;
    const { client, user } = party.organizer;
    const renamed = await client.submit('/settings', {
      intent: 'details',
      name: organizerName,
      email: user.email ?? '',
    });
    expect(renamed.status).toBe(302);
    const now = { ...party, names: { ...party.names, organizerName } };
    expect(await follow(new Client(origin), linkOf(party))).toEqual([302, joinPathOf(now)]);

    const page = await open(reader(), joinPathOf(party));
    expect(page.status).toBe(200);
    expect(page.document.querySelector('h1')?.textContent).toBe(party.names.event);
    // The card shows the current name, and its button uses it.
    expect(page.text).toContain(organizerName);
    expect(page.text).not.toContain(party.names.organizerName);
    const guest = new Client(origin);
    const entered = await guest.post('/api/visitor-access', party.names);
    expect(entered.status).toBe(200);
  });

  test('is in the organizer’s language, for readers who have chosen none', async () => {
    const party = await createParty(origin);
    const chosen = (client: Client) =>
      client
        .get(linkOf(party, 'de'))
        .then(({ headers }) => headers.getSetCookie().filter((one) => /^preferred/.test(one)));
    expect(await chosen(new Client(origin))).toEqual([
      expect.stringMatching(/^preferred_language=de;/),
    ]);
    expect(await chosen(reader('nl'))).toEqual([]);
    const unknown = await new Client(origin).get(linkOf(party, 'xx'));
    expect([unknown.status, unknown.headers.getSetCookie()]).toEqual([302, []]);
  });

  test.each(['/e/999999999999', '/e/abc', '/e/1e3', '/e/0', '/e/99999999999999999999'])(
    '%s opens nothing, and offers the two names',
    async (path) => {
      const party = await createParty(origin);
      const client = reader();
      const page = await open(client, path);
      expect(page.status).toBe(404);
      expect(page.text).toContain('This code doesn’t open any event');
      const { event, organizerName } = party.names;
      const next = await send(client, page, 'Submit', { event, organizerName });
      expect(next.path).toMatch(/^\/auth\/join\/confirm\?/);
      expect((await reader().request('HEAD', path)).status).toBe(404);
    },
  );

  test('is what a member shares', async () => {
    const party = await createParty(origin);
    const guest = await visit(party);
    expect((await open(guest, '/?tab=profile')).html).toContain(codeOf(party));
  });
});

describe('the card', () => {
  const ENTER = 'EnterOpening...';
  const cardOf = async (party: Party, client = reader()) => {
    const { document, text } = await open(client, joinPathOf(party));
    const alert = document.querySelector('[role=alert] strong')?.textContent;
    const buttons = [...document.querySelectorAll('main button')].map(
      (button) => button.textContent,
    );
    return { alert, buttons, text, document };
  };

  test('of an event with free places does not mention them', async () => {
    const { alert, buttons } = await cardOf(await createParty(origin));
    expect([alert, buttons]).toEqual([undefined, [ENTER]]);
  });

  test('of a full event says so to those outside, and lets everybody look', async () => {
    const party = await createParty(origin);
    const guests = [];
    for (let place = 0; place < 10; place++) guests.push(await join(party));
    const { alert, buttons, text } = await cardOf(party);
    expect([alert, buttons]).toEqual(['Event is full', [ENTER]]);
    expect(text).toContain('You can look around');
    expect((await cardOf(party, guests[0]?.client.speak('en'))).alert).toBeUndefined();
  });

  test('of an ended event says so, and is only its organizer’s door', async () => {
    const party = await createParty(origin, ENDED);
    const client = reader();
    const { alert, buttons } = await cardOf(party, client);
    expect([alert, buttons]).toEqual(['Event has ended', ['I am the organizer']]);
    const card = await open(client, joinPathOf(party));
    const login = await send(client, card, 'I am the organizer', { intent: 'organizer' });
    expect(login.path).toBe('/login');
    const own = await cardOf(party, party.organizer.client.speak('en'));
    expect([own.alert, own.buttons]).toEqual(['Event has ended', [ENTER]]);
  });

  test.each([day(), day(7)])('shows the one day of an event that ends on %s', async (endDate) => {
    const { document } = await cardOf(await createParty(origin, { startDate: day(), endDate }));
    expect(
      [...document.querySelectorAll('main time')].map((one) => one.getAttribute('datetime')),
    ).toEqual([day()]);
  });
});

describe('the preview of a link', () => {
  const tagsOf = async (path: string) => {
    const { document } = await open(new Client(origin), path);
    const tag = (name: string) =>
      document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content');
    return { title: tag('title'), description: tag('description'), image: tag('image') };
  };

  test('names the event, its day and organizer, and no guest', async () => {
    const party = await createParty(origin);
    const guest = await join(party);
    const tags = await tagsOf(joinPathOf(party));
    expect(tags).toMatchObject({ title: party.names.event, image: `${origin}/preview.jpg` });
    expect(tags.description).toContain(party.names.organizerName);
    expect(JSON.stringify(tags)).not.toContain(guest.user.name);
    const image = await new Client(origin).get('/preview.jpg');
    expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  test('shows the event’s picture as a print, which may be cached', async () => {
    const party = await createParty(origin);
    const picture = { create: { width: 90, height: 60, channels: 3, background: '#d00' } } as const;
    const form = new FormData();
    form.append('image', new Blob([await sharp(picture).png().toBuffer()]), 'party.png');
    const sent = await party.organizer.client.request('POST', '/event/image', { body: form });
    expect(sent.status).toBe(302);
    const image = (await tagsOf(joinPathOf(party))).image ?? '';
    expect(image).toMatch(new RegExp(`^${origin}/e/${party.event.id}/preview\\.jpg\\?of=`));
    const answer = await new Client(origin).get(image.slice(origin.length));
    expect(answer.headers.get('Cache-Control')).toContain('public');
    const { data, info } = await sharp(answer.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    const middle = (315 * 1200 + 600) * info.channels;
    const [red = 0, green = 0] = data.subarray(middle, middle + 3);
    expect([red > 180, green < 40]).toEqual([true, true]);
    const tag = answer.headers.get('ETag') ?? '';
    const again = await new Client(origin).get(image.slice(origin.length), {
      'If-None-Match': tag,
    });
    expect(again.status).toBe(304);
  });

  test('says nothing for names that open no event', async () => {
    expect(await tagsOf('/auth/join?event=Nothing+here&organizer=Nobody')).toMatchObject({
      title: 'Snapodium',
      image: `${origin}/preview.jpg`,
    });
  });

  test.each(['/e/999999999999/preview.jpg', '/e/abc/preview.jpg'])('%s is 404', async (path) => {
    expect((await new Client(origin).get(path)).status).toBe(404);
  });
});

describe('the line in the browser’s own language', () => {
  const lineOn = async (path: string, accepted: string, client = new Client(origin)) => {
    const answer = await client.get(path, { 'Accept-Language': accepted });
    const link = parsePage(answer.text).querySelector('a[hreflang]:not(details a)');
    return link && [link.textContent, link.getAttribute('lang'), link.getAttribute('href')];
  };

  test('is above the landing page if that is in another language', async () => {
    expect(await lineOn('/auth', 'en-US,en;q=0.9')).toEqual([
      'Read this in English',
      'en',
      '/auth?lang=en',
    ]);
    expect(await lineOn('/auth', 'de-AT,de;q=0.9')).toEqual([
      'Auf Deutsch lesen',
      'de',
      '/auth?lang=de',
    ]);
    expect(await lineOn('/auth', 'fr-CA', reader('en'))).toEqual([
      'Lire en français',
      'fr',
      '/auth?lang=fr',
    ]);
  });

  test.each(['fr-FR,fr', 'ja, fr;q=0.7', '', '*', 'xx;q=nonsense'])(
    'is missing for %j',
    async (accepted) => {
      expect(await lineOn('/auth', accepted)).toBeNull();
      // Not one of our languages: the page stays as it is, without an offer of French.
      if (!accepted.startsWith('fr'))
        expect(await lineOn('/auth', accepted, reader('de'))).toBeNull();
    },
  );
});

describe('the page to invite from', () => {
  test('works without scripts', async () => {
    const party = await createParty(origin);
    const { client } = party.organizer;
    const page = await open(client.speak('en'), '/event/invite');
    expect(page.status).toBe(200);
    expect(attributesOf(page.document, 'input', 'value')).toContain(codeOf(party));
    const [mail] = attributesOf(page.document, 'a[href^="mailto:"]', 'href');
    expect(mail).toMatch(/^mailto:\?subject=[^&]+&body=.+%2Fe%2F\d{12}%3Flang%3Dfr/);
    expect(attributesOf(page.document, 'a[target=_blank]', 'href')).toContain(pageOf(party));
    const form = page.document.querySelector(`form[action="${pdfOf(party)}"]`);
    expect(form?.getAttribute('method')).toBe('get');
    const choices = (name: string) =>
      attributesOf(page.document, `form [name=${name}] option`, 'value');
    expect(choices('layout')).toEqual(['page', 'cards', 'cards-4', 'tents']);
    expect(choices('paper')).toEqual(['a4', 'letter', 'a6']);
  });

  test('is the organizer’s only', async () => {
    const guest = await (await visit(await createParty(origin))).get('/event/invite');
    expect([guest.status, guest.headers.get('Location')]).toEqual([302, '/']);
    const nobody = await reader().get('/event/invite');
    expect([nobody.status, nobody.headers.get('Location')]).toEqual([302, '/auth']);
  });
});
