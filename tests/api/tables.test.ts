import { describe, expect, inject, test } from 'vitest';
import type { UserRecord } from '~/models/user/shape';
import type { WallState } from '~/models/wall/rules';
import { Client } from '../setup/client';
import { CARD_CODE, CODES, infoOfPdf, readQr, textOfPdf } from '../pdf';
import { unzip } from '../unzip';
import { errorAt, open, send } from './pages';
import {
  addPhoto,
  createParty,
  doItAgain,
  expectStatus,
  join,
  joinAtTable,
  nameTables,
  type Party,
  type Person,
  smallJpeg,
  unique,
  visit,
} from './party';

// The tables of a party, from the organizer's list to the seat of a guest (rules `tables.…`).

interface Table {
  id: number;
  number: number;
  name: string;
}

describe.each(['pgliteServer', 'postgresServer'] as const)('tables, on the %s', (name) => {
  const { origin } = inject(name);
  const put = ({ organizer, event }: Party, names: unknown) =>
    organizer.client.request<Table[] & { message: string }>(
      'PUT',
      `/api/events/${event.id}/tables`,
      { json: { names } },
    );
  async function partyWith(names: string[]) {
    const party = await createParty(origin);
    const tables = expectStatus(await put(party, names), 200).json;
    const idOf = (table: string) => tables.find((one) => one.name === table)?.id ?? 0;
    return { party, idOf };
  }
  const seatOf = async (client: Client) =>
    expectStatus(await client.request<UserRecord>('GET', '/api/user'), 200).json.tableId;

  test('a list of tables is refused unless each has a name of its own', async () => {
    const { party } = await partyWith(['Roses', '2']);
    const tooMany = Array.from({ length: 61 }, (_, index) => `Table ${index}`);
    for (const names of [undefined, 'Roses', [''], ['x'.repeat(31)], ['Mint', 'mint'], tooMany]) {
      const refused = await put(party, names);
      expect([refused.status, refused.json.message]).toEqual([400, 'Invalid event data']);
    }
    expect(expectStatus(await put(party, tooMany.slice(1)), 200).json).toHaveLength(60);
    const page = await open(party.organizer.client, '/event/tables');
    expect(page.document.querySelector('textarea')?.textContent).toBe(tooMany.slice(1).join('\n'));
    for (const typed of ['Mint\nmint', `Roses\n${'x'.repeat(31)}`]) {
      const again = await send(party.organizer.client, page, 'names', { names: typed });
      expect(again.document.querySelector('textarea')?.textContent).toBe(typed);
      expect(errorAt(again, 'names')).toMatch(/60.*30/);
    }
  });

  test('a guest who joins on a phone that scanned a table’s code sits at that table', async () => {
    const { party, idOf } = await partyWith(['Roses', 'Mint']);
    const scan = async (query: string) => {
      const phone = new Client(origin);
      expectStatus(await phone.get(`/e/${party.event.id}${query}`), 302);
      return phone;
    };
    const guest = await join(party, {}, await scan('?table=2'));
    expect(guest.user.tableId).toBe(idOf('Mint'));
    for (const query of ['', '?table=3', '?table=0', '?table=Mint']) {
      expect((await join(party, {}, await scan(query))).user.tableId).toBeNull();
    }
    const elsewhere = await createParty(origin);
    expect((await join(elsewhere, {}, await scan('?table=1'))).user.tableId).toBeNull();

    // Who is in already: the first code counts, and the settings change it.
    const late = await join(party);
    await late.client.get(`/e/${party.event.id}?table=1`);
    expect(await seatOf(late.client)).toBe(idOf('Roses'));
    await late.client.get(`/e/${party.event.id}?table=2`);
    expect(await seatOf(late.client)).toBe(idOf('Roses'));
    const settings = await open(late.client, '/settings');
    expect(settings.document.querySelector('#table [selected]')?.textContent).toBe('Roses');
    await late.client.submit('/settings', { intent: 'table', table: String(idOf('Mint')) });
    expect(await seatOf(late.client)).toBe(idOf('Mint'));
    await late.client.submit('/settings', { intent: 'table', table: '' });
    expect(await seatOf(late.client)).toBeNull();
    // Whoever has chosen stays there, signed in anew from the device that scanned the code.
    expectStatus(await late.client.post('/api/login', { ...party.names, ...late.user }), 200);
    expect(await seatOf(late.client)).toBeNull();
  });

  test('a check of the link, a prefetch and a part of another page seat nobody', async () => {
    const { party, idOf } = await partyWith(['Roses']);
    const path = `/e/${party.event.id}?table=1`;
    const guest = await join(party);
    const phone = new Client(origin);
    for (const client of [guest.client, phone]) {
      await client.request('HEAD', path, {});
      const unopened: Record<string, string>[] = [
        { 'Sec-Purpose': 'prefetch' },
        { 'Sec-Purpose': 'prefetch;prerender' },
        { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'cross-site' },
      ];
      for (const headers of unopened) expectStatus(await client.get(path, headers), 302);
    }
    expect(await seatOf(guest.client)).toBeNull();
    expect((await join(party, {}, phone)).user.tableId).toBeNull();
    // A scan from a camera, a link in a message, and a link on this site.
    for (const [dest, site] of [
      ['document', 'none'],
      ['document', 'cross-site'],
      ['empty', 'same-origin'],
    ] as const) {
      const { client } = await join(party);
      await client.get(path, { 'Sec-Fetch-Dest': dest, 'Sec-Fetch-Site': site });
      expect(await seatOf(client)).toBe(idOf('Roses'));
    }
  });

  test('a photo before the name leads to the table as well', async () => {
    const { party, idOf } = await partyWith(['Roses']);
    const phone = new Client(origin);
    await phone.get(`/e/${party.event.id}?table=1`);
    expectStatus(await phone.post('/api/visitor-access', party.names), 200);
    const form = new FormData();
    form.set('name', `Guest ${unique()}`);
    form.set('email', `${unique()}@example.com`);
    form.set('consent', 'on');
    form.set('image', new Blob([new Uint8Array(await smallJpeg())]), 'photo.jpg');
    await phone.request('POST', '/photos/new', { body: form });
    expect(await seatOf(phone)).toBe(idOf('Roses'));
  });

  test('the own data say the table, and a new event like this one has the same', async () => {
    const { party, idOf } = await partyWith(['Roses', 'Mint']);
    const guest = await join(party);
    await guest.client.submit('/settings', { intent: 'table', table: String(idOf('Mint')) });
    const files = await unzip((await guest.client.get('/settings/data.zip')).bytes);
    const data = JSON.parse(String(files.get('data.json'))) as { user: { table: string } };
    expect(data.user.table).toBe('Mint');

    const { client } = party.organizer;
    const form = await open(client.speak('en'), '/create-event?like=this');
    expect(form.text).toContain('Your 2 tables come along');
    await doItAgain(party);
    const page = await open(client, '/event/tables');
    expect(page.document.querySelector('textarea')?.textContent).toBe('Roses\nMint');
    expect((await open(client, '/event/rules')).text).not.toContain(party.event.name);
  });

  test('each table has a card with its own code, for the organizer only', async () => {
    const names = ['Roses', '2', ...Array.from({ length: 7 }, (_, index) => `Herbs ${index}`)];
    const { party } = await partyWith(names);
    const path = `/invitation-pdf/${party.event.id}/pdf?layout=tables&paper=a4`;
    const { client } = party.organizer;
    const { bytes, status } = await client.speak('en').get(path);
    expect(status).toBe(200);
    const codes = await Promise.all(CODES.cards.map((place) => readQr(bytes, place)));
    expect(codes).toEqual(
      names.slice(0, 8).map((_, index) => {
        const query = `lang=fr&table=${index + 1}`;
        return `${origin}/e/${party.event.id}?${query}`;
      }),
    );
    expect((await infoOfPdf(bytes)).Pages).toBe('2');
    const text = await textOfPdf(bytes);
    for (const label of ['Roses', 'Table 2', 'Herbs 6']) expect(text).toContain(label);
    const single = (await client.get(`${path.replace('a4', 'a6')}`)).bytes;
    expect(await readQr(single, CARD_CODE)).toBe(codes[0]);
    expect((await infoOfPdf(single)).Pages).toBe('9');

    expect((await (await join(party)).client.get(path)).status).toBe(403);
    expect((await new Client(origin).get(path)).status).toBe(403);
    expectStatus(await put(party, []), 200);
    expect((await client.get(path)).status).toBe(404);
  });

  test('who sits at a table sees how many photos light each, and nobody’s name', async () => {
    const { party } = await partyWith(['Roses', '2', 'Mint']);
    const [zoe, karim] = [await joinAtTable(party, 1), await joinAtTable(party, 2)];
    await addPhoto(zoe, 1);
    const photo = await addPhoto(zoe, 2);
    const read = async ({ client }: Person) => {
      const { document } = await open(client.speak('en'), '/tables');
      return [...document.querySelectorAll('main h2')].map(
        ({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent],
      );
    };
    const rest = [
      ['Table 2', 'The first one lights it'],
      ['3Mint', 'The first one lights it'],
    ];
    expect(await read(zoe)).toEqual([['Roses, your table', '2 photos'], ...rest]);
    expect(await read(karim)).toEqual([
      ['Table 2, your table', '0 photos'],
      ['1Roses', '2 photos, 1 bulb dark'],
      ['3Mint', 'The first one lights it'],
    ]);
    const { text } = await open(karim.client.speak('en'), '/tables');
    expect(text).not.toContain(zoe.user.name);

    // A hidden photo is dark for everybody, its owner and the organizer too.
    await party.organizer.client.submit(`/photos/${photo.id}/hidden`, { hidden: '1' });
    expect(await read(zoe)).toEqual([['Roses, your table', '1 photo'], ...rest]);
    expect(await read(party.organizer)).toEqual([['1Roses', '1 photo, 2 bulbs dark'], ...rest]);
  });

  test('guests without a table do not see the lights, and no one does in an event without tables', async () => {
    const { party } = await partyWith(['Roses']);
    const away = async (client: Client) => {
      const { status, headers } = await client.get('/tables');
      expect([status, headers.get('Location')]).toEqual([302, '/top']);
      expect((await open(client, '/top')).document.querySelector('[href="/tables"]')).toBeNull();
    };
    const seated = await joinAtTable(party, 1);
    for (const { client } of [seated, party.organizer]) {
      expectStatus(await client.get('/tables'), 200);
      expect(
        (await open(client, '/top')).document.querySelector('[href="/tables"]'),
      ).not.toBeNull();
    }
    await away((await join(party)).client);
    await away(await visit(party));
    await nameTables(party, []);
    for (const { client } of [seated, party.organizer]) await away(client);
    const settings = await open(seated.client, '/settings');
    expect(settings.document.querySelector('#table')).toBeNull();
  });

  test('the first table that is lit whole is told to all who see tables, and to the wall', async () => {
    const { party } = await partyWith(['Roses', '2']);
    const { client } = party.organizer;
    const opened = expectStatus(await client.submit('/event/wall', { make: 'screen' }), 302);
    const state = async () =>
      expectStatus(await client.get<WallState>(`${opened.headers.get('Location')}/state`), 200)
        .json;
    const guests = [await joinAtTable(party, 2), await joinAtTable(party, 2)] as const;
    const [nowhere, elsewhere] = [await join(party), await joinAtTable(party, 1)];
    const mark = async (who: Person) => {
      const path = `/api/events/${party.event.id}/marks?of=tables`;
      return expectStatus(await who.client.get<{ tables: string }>(path), 200).json.tables;
    };
    const line = async (who: Person, path = '/feed') =>
      (await open(who.client.speak('en'), path)).document.querySelector('[data-voting-line]')
        ?.textContent;
    for (const position of [1, 2]) for (const guest of guests) await addPhoto(guest, position);
    const before = [await mark(elsewhere), await mark(nowhere)];
    expect([await line(elsewhere), (await state()).first]).toEqual([undefined, null]);

    // The last two bulbs are lit at once.
    await Promise.all(guests.map((guest) => addPhoto(guest, 3)));
    const says = 'Table 2 is the first table with every bulb lit';
    for (const who of [...guests, elsewhere]) expect(await line(who)).toBe(says);
    expect(await line(party.organizer, '/top')).toBe(says);
    expect(await line(nowhere)).toBeUndefined();
    expect((await open(elsewhere.client.speak('en'), '/tables')).text).toContain(says);
    expect((await state()).first?.name).toBe('Table 2');
    expect([await mark(elsewhere), await mark(nowhere)]).not.toEqual(before);
    expect(await mark(nowhere)).toBe(before[1]);
  });
});
