import { describe, expect, inject, test } from 'vitest';
import { SERVER_NOW } from '~/models/live/rules';
import type { PublicEvent } from '~/models/event/shape';
import { FAVORITES_MAX } from '~/models/photo/star';
import { errorAt, fieldsOf, open, send } from './pages';
import { addPhoto, addPhotos, createParty, day, expectStatus, join, type Party } from './party';

// Rule `voting.times`: when stars count, who sets it, and what guests read of it.

const { origin } = inject('pgliteServer');
const OUTSIDE = 'Choose a time between the first and the last day';
const FIRST = 'Voting must close after it opens';
const NO_TIME = 'Choose a day and a time';
const EARLY = 'Voting has not opened yet';
const CLOSED = 'Voting is closed';
const MINUTE = 60_000;
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

/** An event that began yesterday, so that any time near now is within it. */
const running = () => createParty(origin, { startDate: day(-1) });

const patch = ({ event, organizer }: Party, json: object, client = organizer.client) =>
  client.request<PublicEvent & { message: string }>('PATCH', `/api/events/${event.id}`, { json });

describe('the times of voting', () => {
  test('are set by PATCH, each by itself, and taken back by null', async () => {
    const party = await running();
    const none = { votingOpensAt: null, votingClosesAt: null };
    expect(party.event).toMatchObject(none);
    const [opens, closes] = [soon(-30), soon(30)];
    const standings = 'curtain';
    for (const [times, shown] of [
      [{ votingOpensAt: opens }, { ...none, votingOpensAt: opens }],
      [{ votingClosesAt: closes }, { votingOpensAt: opens, votingClosesAt: closes, standings }],
      [{ votingOpensAt: null }, { ...none, votingClosesAt: closes, standings }],
      [none, none],
    ] as const) {
      const { status, json } = await patch(party, times);
      expect([status, json]).toEqual([200, { ...party.event, ...shown }]);
    }
    const zoned = await patch(party, { votingClosesAt: `${day(1)}T20:00:00+02:00` });
    expect(zoned.json.votingClosesAt).toBe(`${day(1)}T18:00:00.000Z`);
    expect((await patch(party, { guestsMayLook: false })).json).toMatchObject({
      votingClosesAt: `${day(1)}T18:00:00.000Z`,
    });
  });

  test('are refused if they are not times, not during the event, or in the wrong order', async () => {
    const party = await running();
    const values = ['soon', '', 5, true, {}, [], '2026-02-30T10:00:00Z', `${day()}T10:00`, day()];
    for (const field of ['votingOpensAt', 'votingClosesAt']) {
      for (const value of values) {
        const { status, json } = await patch(party, { [field]: value });
        expect([status, json.message], JSON.stringify(value)).toEqual([400, NO_TIME]);
      }
      for (const value of ['0001-01-01T00:00:00Z', `${day(-3)}T12:00:00Z`, `${day(9)}T12:00:00Z`]) {
        const { status, json } = await patch(party, { [field]: value });
        expect([status, json.message], value).toEqual([400, OUTSIDE]);
      }
    }
    const same = soon(5);
    const equal = await patch(party, { votingOpensAt: same, votingClosesAt: same });
    expect([equal.status, equal.json.message]).toEqual([400, FIRST]);
    expect((await party.organizer.client.get(`/api/events/${party.event.id}`)).json).toEqual(
      party.event,
    );
  });

  test('decide about stars in calls and forms: given, taken back and moved', async () => {
    const party = await running();
    const guest = await join(party);
    const [free = 0, ...starred] = (await addPhotos(party, FAVORITES_MAX + 1)).map(({ id }) => id);
    const [given = 0] = starred;
    const call = (photoId: number) =>
      guest.client.post<{ message: string }>('/api/favorites', { userId: guest.user.id, photoId });
    for (const id of starred) expectStatus(await call(id), 201);
    guest.client.speak('en');
    const form = (path: string, fields: Record<string, string>) =>
      open(guest.client, '/feed').then(async () => {
        await guest.client.submit(path, { ...fields, next: '/feed' });
        return open(guest.client, '/feed');
      });

    for (const [times, message] of [
      [{ votingOpensAt: soon(20) }, EARLY],
      [{ votingOpensAt: soon(-20), votingClosesAt: soon(-10) }, CLOSED],
    ] as const) {
      expectStatus(await patch(party, times), 200);
      const refusals = [await call(free), await guest.client.delete(`/api/favorites/${given}`)];
      for (const { status, json } of refusals) expect([status, json]).toEqual([403, { message }]);
      const pages = [
        await form(`/photos/${free}/star`, { on: '1' }),
        await form(`/photos/${given}/star`, { on: '0' }),
        await form(`/photos/${free}/star/move`, { from: String(given) }),
      ];
      for (const page of pages) expect(page.text).toContain(message);
    }
    const { json } = await guest.client.get<{ id: number }[]>('/api/favorites');
    expect(json.map(({ id }) => id)).toEqual(starred);
    await patch(party, { votingOpensAt: null, votingClosesAt: null });
    expectStatus(await guest.client.delete(`/api/favorites/${given}`), 200);
  });

  test('are edited without scripts: kept as typed when refused, and emptied', async () => {
    const party = await createParty(origin, { endDate: day(3) });
    const client = party.organizer.client.speak('en');
    const form = await open(client, '/event/edit');
    expect(fieldsOf(form.html)).toMatchObject({ votingOpensAt: '', votingClosesAt: '' });
    expect(form.text).toContain('Time zone: Europe/Paris');

    const name = `Typed ${party.event.name}`;
    const typed = { name, votingOpensAt: `${day(1)}T20:00`, votingClosesAt: `${day(1)}T20:00` };
    for (const [fields, field, message] of [
      [typed, 'votingClosesAt', FIRST],
      [{ ...typed, votingClosesAt: `${day(4)}T01:00` }, 'votingClosesAt', OUTSIDE],
      [{ ...typed, votingOpensAt: `${day(-1)}T23:59` }, 'votingOpensAt', OUTSIDE],
      [{ ...typed, votingOpensAt: '2026-02-30T10:00' }, 'votingOpensAt', NO_TIME],
      [{ ...typed, votingClosesAt: 'tomorrow' }, 'votingClosesAt', NO_TIME],
    ] as const) {
      const wrong = await send(client, form, 'Save', fields);
      expect([wrong.status, errorAt(wrong, field)]).toEqual([400, message]);
      expect(fieldsOf(wrong.html)).toMatchObject(fields);
    }
    const right = { ...typed, votingClosesAt: `${day(1)}T23:30` };
    expect((await send(client, form, 'Save', right)).text).toContain('Event updated');
    const again = await open(client, '/event/edit');
    expect(fieldsOf(again.html)).toMatchObject(right);
    const read = async () => (await client.get<PublicEvent>(`/api/events/${party.event.id}`)).json;
    const { votingOpensAt, votingClosesAt } = await read();
    const zone = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Paris',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const shown = [votingOpensAt, votingClosesAt].map((time) => zone.format(new Date(time ?? 0)));
    expect(shown).toEqual([`${day(1)} 20:00`, `${day(1)} 23:30`]);

    const desk = await open(client, '/?tab=profile');
    for (const words of ['Opens: ', '8:00 pm', 'Closes: ', '11:30 pm']) {
      expect(desk.text.replaceAll('\u00a0', ' ')).toContain(words);
    }
    // A form without the fields changes neither.
    await send(client, again, 'Save', { votingOpensAt: null, votingClosesAt: null });
    expect(await read()).toMatchObject({ votingOpensAt, votingClosesAt });
    await send(client, again, 'Save', { votingOpensAt: '' });
    expect(await read()).toMatchObject({ votingOpensAt: null, votingClosesAt });
  });

  test('are what guests read, without scripts and in the event’s zone', async () => {
    const party = await running();
    const guest = await join(party);
    const photo = await addPhoto(await join(party), 1);
    const client = guest.client.speak('en');
    const linesAt = async (path: string) => {
      const page = await open(client, path);
      return page.text.replaceAll('\u00a0', ' ');
    };
    const screens = ['/feed', '/top', '/?tab=profile', '/pile'];
    for (const [times, words] of [
      [
        { votingOpensAt: `${day(1)}T10:00:00+02:00` },
        /Voting opens on \d+ \w+ 20\d\d, \d+:00 [ap]m/,
      ],
      [{ votingOpensAt: null, votingClosesAt: `${day(1)}T10:00:00Z` }, /Stars count until \d+ \w+/],
      [{ votingClosesAt: `${day(-1)}T12:00:00Z` }, /Voting is closed/],
    ] as const) {
      expectStatus(await patch(party, times), 200);
      for (const path of screens) expect(await linesAt(path), path).toMatch(words);
    }
    const viewer = await open(client, `/photos/${photo.id}`);
    const star = viewer.document.querySelector('button.star');
    expect([star?.hasAttribute('disabled'), star?.getAttribute('title')]).toEqual([true, CLOSED]);
    await patch(party, { votingClosesAt: null });
    for (const path of screens) expect(await linesAt(path)).not.toMatch(/voting|count until/i);
    // Switched off, nothing is said about times.
    await patch(party, { votingClosesAt: `${day(1)}T10:00:00Z` });
    await party.organizer.client.request('PATCH', `/api/events/${party.event.id}/voting-status`, {
      json: { votingEnabled: false },
    });
    expect(await linesAt('/feed')).toContain('Voting has been disabled by the organizer');
    expect(await linesAt('/feed')).not.toContain('Stars count');
  });

  test('every answer of a call tells the server’s time, even a 304', async () => {
    const party = await createParty(origin);
    const path = `/api/events/${party.event.id}/marks?of=event`;
    const first = await party.organizer.client.get(path);
    const again = await party.organizer.client.request('GET', path, {
      headers: { 'If-None-Match': first.headers.get('ETag') ?? '' },
    });
    expect(again.status).toBe(304);
    for (const { headers } of [first, again]) {
      expect(Math.abs(Number(headers.get(SERVER_NOW)) - Date.now())).toBeLessThan(MINUTE);
    }
  });

  test('is part of the organizer’s own data', async () => {
    const party = await createParty(origin);
    const closes = `${day(1)}T18:00:00.000Z`;
    await patch(party, { votingClosesAt: closes });
    const { bytes } = await party.organizer.client.get('/settings/data.zip');
    expect(bytes.toString('latin1')).toContain(`"votingClosesAt": "${closes}"`);
  });
});
