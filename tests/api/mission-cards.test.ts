import { describe, expect, inject, test } from 'vitest';
import type { Hand } from '~/models/mission/rules';
import type { PublicMission } from '~/models/mission/shape';
import { Client } from '../setup/client';
import { CARD_CODE, CODES, infoOfPdf, LETTER_CODES, readQr, readQrByHand, textOfPdf } from '../pdf';
import { open } from './pages';
import {
  addMissions,
  createParty,
  ENDED,
  expectStatus,
  join,
  openCard,
  sendPhoto,
  smallJpeg,
  unique,
  visit,
  type Party,
} from './party';
import { printCards, scanCards } from './printed';

// Printed mission cards, from the organizer's paper to the photo of somebody who scans them (rule `missions.printed`).

/** The longest an own mission can be, of words that no line of a card holds. */
const LONG = 'Großtantengeburtstagsüberraschungstorten';
const TEXTS = ['Two hands', 'Zwölf Boxkämpfer jagen Viktor quer', LONG, 'The oldest shoes'];

describe.each(['pgliteServer', 'postgresServer'] as const)('mission cards, on the %s', (name) => {
  const { origin } = inject(name);
  const pdfOf = ({ event }: Party, query: string) =>
    `/invitation-pdf/${event.id}/pdf?paper=a4&${query}`;
  const missionsOf = async ({ organizer, event }: Party) =>
    expectStatus(
      await organizer.client.get<PublicMission[]>(`/api/events/${event.id}/missions`),
      200,
    ).json;
  async function partyWith(texts: string[], options = {}) {
    const party = await createParty(origin, options);
    await addMissions(party, ...texts);
    return { party, missions: await missionsOf(party) };
  }
  /** Follows a scanned link as a browser does, and returns where it ends. */
  async function scan(client: Client, path: string): Promise<string> {
    let at = path;
    for (let step = 0; step < 5; step++) {
      const { status, headers } = await client.get(at);
      if (status !== 302) return at;
      at = headers.get('Location') ?? '';
    }
    throw new Error(`${path} leads on and on`);
  }
  /** Sends the photo with the form of the sheet, without scripts. */
  async function sendFrom(client: Client, path: string, fields: Record<string, string> = {}) {
    const { document } = await open(client, path);
    const choice = document.querySelector<HTMLInputElement>('input[name=missionId]');
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(await smallJpeg())]), 'photo.jpg');
    if (choice?.hasAttribute('checked')) form.set('missionId', choice.value);
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    return client.request('POST', path, { body: form });
  }
  const newcomer = () => ({
    name: `Zoé ${unique()}`,
    email: `${unique()}@example.com`,
    consent: 'on',
    intent: 'submit',
  });
  const photosIn = async ({ organizer, event }: Party) =>
    expectStatus(
      await organizer.client.get<{ missionId: number | null }[]>(`/api/photos/event/${event.id}`),
      200,
    ).json.map(({ missionId }) => missionId);
  const setMission = (party: Party, id: number, change: object) =>
    party.organizer.client.request('PATCH', `/api/missions/${id}`, { json: change });

  test('each enabled mission has a card with a code of its own, for organizers only', async () => {
    const { party, missions } = await partyWith([
      ...TEXTS,
      'Switched off',
      'Six',
      '7',
      '8',
      '9',
      '10',
    ]);
    await setMission(party, missions[4]?.id ?? 0, { enabled: false });
    const { client } = party.organizer;
    const { bytes, headers } = await client.speak('de').get(pdfOf(party, 'layout=missions'));
    const named = `"mission-cards-${party.names.event}.pdf"`;
    expect(headers.get('Content-Disposition')).toContain(named);
    const info = await infoOfPdf(bytes);
    expect([info.Pages, info.Title]).toEqual(['2', `Missionskarten: ${party.names.event}`]);
    const links = await Promise.all(CODES.cards.map((place) => readQr(bytes, place)));
    expect(new Set(links).size).toBe(8);
    const isLink = new RegExp(`^${origin}/e/${party.event.id}\\?lang=fr&mission=m[\\da-f]{12}$`);
    for (const link of links) expect(link).toMatch(isLink);

    // Whole, however long: words are hyphenated, and no letter is lost.
    const text = await textOfPdf(bytes);
    for (const word of ['Zwölf', 'Boxkämpfer', 'jagen', 'Viktor', 'oldest']) {
      expect(text).toContain(word);
    }
    expect(text).not.toMatch(/…|Switched/);
    for (const part of ['Großtantenge', 'Nichts verraten']) expect(text).toContain(part);
    expect(text.split('Deine geheime Mission')).toHaveLength(10);

    const tents = (await client.get(pdfOf(party, 'layout=mission-tents'))).bytes;
    expect((await infoOfPdf(tents)).Pages).toBe('3');
    // Both sides of a tent: the upper left card, and the one below it.
    const sides = [0, 2].map((at) => CODES.tents[at] ?? CARD_CODE);
    for (const side of sides) expect(await readQr(tents, side)).toBe(links[0]);
    const letter = await client.get(pdfOf(party, 'layout=missions').replace('a4', 'letter'));
    expect(await readQr(letter.bytes, LETTER_CODES.cards[7] ?? CARD_CODE)).toBe(links[7]);
    const single = await client.get(pdfOf(party, 'layout=missions').replace('a4', 'a6'));
    expect(await readQr(single.bytes, CARD_CODE)).toBe(links[0]);

    for (const other of [new Client(origin), await visit(party), (await join(party)).client]) {
      expect((await other.get(pdfOf(party, 'layout=missions'))).status).toBe(403);
    }
    for (const one of missions) await setMission(party, one.id, { enabled: false });
    expect((await client.get(pdfOf(party, 'layout=missions'))).status).toBe(404);
  });

  test('the codes can be read from an arm’s length, even those of an event with a code', async () => {
    const { party } = await partyWith(TEXTS);
    const path = `/api/events/${party.event.id}/renew-code`;
    expectStatus(await party.organizer.client.post(path, { door: 'code' }), 200);
    const bytes = await printCards(party);
    // A phone's camera preview has two pixels per millimetre at 70 cm.
    for (const place of CODES.cards.slice(0, 4)) {
      const link = await readQrByHand(bytes, place, 2);
      expect(link).toMatch(/\?k=\w+&lang=\w\w&mission=m[\da-f]{12}$/);
    }
  });

  test.each(['names', 'code'] as const)(
    'who has not joined is led to the sheet with the mission, by a door of %s',
    async (door) => {
      const { party, missions } = await partyWith(TEXTS);
      const path = `/api/events/${party.event.id}/renew-code`;
      expectStatus(await party.organizer.client.post(path, { door }), 200);
      const [, second = ''] = await scanCards(party);
      const client = new Client(origin).speak('en');
      const sheet = await scan(client, second);
      expect(sheet).toMatch(/^\/photos\/new\?mission=m[\da-f]{12}$/);
      const page = await open(client, sheet);
      expect(page.text).toContain(`For your mission: ${TEXTS[1]}`);
      expect((await sendFrom(client, sheet, newcomer())).status).toBe(302);
      expect(await photosIn(party)).toEqual([missions[1]?.id]);
      // Once they are in, the same card leads there directly, as often as they like.
      expect(await scan(client, second)).toBe(sheet);
      expect((await sendFrom(client, sheet)).status).toBe(302);
      expect(await photosIn(party)).toEqual([missions[1]?.id, missions[1]?.id]);
      // Without the event's code the link opens nothing.
      const without = second.replace(/k=\w+&/, '');
      expect((await new Client(origin).get(without)).status).toBe(404);
    },
  );

  test('a printed card of one’s own mission completes it; any other leaves it open', async () => {
    const { party, missions } = await partyWith(TEXTS);
    const guest = await join(party);
    const own = await openCard(guest);
    const links = await scanCards(party);
    const codeOf = (id: number) =>
      links[missions.findIndex((one) => one.id === id)]?.slice(-13) ?? '';
    const hand = async () => (await guest.client.get<Hand>('/api/missions/mine')).json.cards;
    const other = missions.find(({ id }) => id !== own.missionId)?.id ?? 0;
    const send = async (position: number, code: string) =>
      expectStatus(await sendPhoto(guest, position, await smallJpeg(), {}, undefined, code), 201)
        .json.missionId;
    expect(await send(1, codeOf(other))).toBe(other);
    expect((await hand()).map(({ doneAt }) => doneAt)).toEqual([null]);
    expect(await send(2, codeOf(own.missionId))).toBe(own.missionId);
    expect((await hand()).map(({ doneAt }) => doneAt !== null)).toEqual([true, false]);
    expect(await send(3, 'm000000000000')).toBeNull();
  });

  test('a mission that is off, gone or another event’s: the sheet says so, and the photo counts', async () => {
    const { party, missions } = await partyWith(TEXTS);
    const elsewhere = await partyWith(['Elsewhere']);
    const links = await scanCards(party);
    const [theirs = ''] = await scanCards(elsewhere.party);
    await setMission(party, missions[0]?.id ?? 0, { enabled: false });
    const gone = missions[1]?.id ?? 0;
    expectStatus(await party.organizer.client.request('DELETE', `/api/missions/${gone}`), 200);
    const foreign = `${(links[2] ?? '').slice(0, -13)}${theirs.slice(-13)}`;
    let sent = 0;
    for (const link of [links[0] ?? '', links[1] ?? '', foreign]) {
      const client = new Client(origin).speak('en');
      const sheet = await scan(client, link);
      const page = await open(client, sheet);
      expect(page.text).toContain('The mission on this card is no longer played.');
      expect(page.document.querySelector('input[name=missionId]')).toBeNull();
      const fields = { ...newcomer(), missionId: link.slice(-13) };
      const { headers } = expectStatus(await sendFrom(client, sheet, fields), 302);
      const next = await open(client, headers.get('Location') ?? '');
      expect(next.text).toContain('The mission on this card is no longer played.');
      sent += 1;
      expect(await photosIn(party)).toEqual(Array(sent).fill(null));
    }
    // A script's sender is told.
    const guest = await join(party);
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(await smallJpeg())]), 'photo.jpg');
    form.set('position', '1');
    form.set('missionId', foreign.slice(-13));
    const answer = await guest.client
      .speak('en')
      .request('POST', '/photos/add', { body: form, headers: { Accept: 'application/json' } });
    expect(answer.text).toContain('The mission on this card is no longer played.');
  });

  test('a link that is checked, ended, or of another event than one’s own lets nobody in', async () => {
    const { party } = await partyWith(TEXTS);
    const [link = ''] = await scanCards(party);
    const checking = new Client(origin);
    const card = (await checking.request('HEAD', link)).headers.get('Location') ?? '';
    expect(card).toMatch(/^\/auth\/join\?event=.*&mission=m/);
    await checking.request('HEAD', card);
    await checking.get(card, { 'Sec-Purpose': 'prefetch;prerender' });
    await checking.get(card, { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Site': 'cross-site' });
    expect((await checking.get('/feed')).headers.get('Location')).toBe('/auth');

    const elsewhere = await join(await createParty(origin));
    const asked = await scan(elsewhere.client, link);
    expect(asked).toMatch(/^\/auth\/join\?/);
    const page = await open(elsewhere.client.speak('en'), asked);
    expect(page.text).toContain(elsewhere.user.name);
    const fields = [...page.document.querySelectorAll<HTMLInputElement>('form input')];
    const left = await elsewhere.client.submit(
      '/auth/join/confirm',
      Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    );
    expect(left.headers.get('Location')).toBe(`/photos/new?mission=${link.slice(-13)}`);

    const malformed = `${link.slice(0, -13)}${encodeURIComponent("m0\0'--")}`;
    expect(await scan(new Client(origin), malformed)).not.toContain('mission=');
    const over = await createParty(origin, ENDED);
    const toOver = `/e/${over.event.id}?mission=m000000000000`;
    const closed = new Client(origin);
    expect(await scan(closed, toOver)).toMatch(/^\/auth\/join\?/);
    expect((await closed.get('/feed')).headers.get('Location')).toBe('/auth');
  });
});
