import { describe, expect, inject, test } from 'vitest';
import { formatDay, formatShortDay } from '~/i18n/format';
import type { PublicEvent } from '~/models/event/shape';
import { textOfPdf } from '../pdf';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { errorAt, fieldsOf, open, send } from './pages';
import { createParty, day, join, signInAdministrator, type Party } from './party';

// Rule `event.party-date`: what guests read as the day, and who sets it.

const { origin } = inject('pgliteServer');
const reader = () => new Client(origin).speak('en');
const OUTSIDE = 'The day must lie between the first and the last day';

const patch = ({ event, organizer }: Party, json: object, client = organizer.client) =>
  client.request<PublicEvent & { message: string }>('PATCH', `/api/events/${event.id}`, { json });

/** An event whose party is on its third day, and which lasts for months because its plan does. */
async function longParty(): Promise<Party> {
  const party = await createParty(origin, { partyDate: day(2) });
  const administrator = await signInAdministrator(origin);
  const path = `/api/events/${party.event.id}/dates`;
  const json = { endDate: day(97) };
  expect((await administrator.request('PATCH', path, { json })).status).toBe(200);
  return party;
}

describe('the day of the party', () => {
  test('is set by PATCH, and the first day again by null', async () => {
    const party = await createParty(origin);
    expect(party.event.partyDate).toBe(day());
    for (const [partyDate, shown] of [
      [day(3), day(3)],
      [`${day(4)}T12:00:00.000Z`, day(4)],
      [null, day()],
    ]) {
      const { status, json } = await patch(party, { partyDate });
      expect([status, json]).toEqual([200, { ...party.event, partyDate: shown }]);
    }
    const both = await patch(party, { partyDate: day(1), guestsMayLook: false });
    expect(both.json).toMatchObject({ partyDate: day(1), guestsMayLook: false });
    expect((await patch(party, { guestsMayLook: true })).json).toMatchObject({
      partyDate: day(1),
      guestsMayLook: true,
    });
  });

  test('is refused if it is no date, or not a day of the event', async () => {
    const party = await createParty(origin);
    const refusals = [
      [{ partyDate: 'soon' }, 'Please select a valid date'],
      [{ partyDate: '' }, 'Please select a valid date'],
      [{ partyDate: 5 }, 'Please select a valid date'],
      [{ partyDate: day(-1) }, OUTSIDE],
      [{ partyDate: day(8) }, OUTSIDE],
      [{}, 'Say what to change'],
      [{ unknown: 1 }, 'Say what to change'],
    ] as const;
    for (const [json, message] of refusals) {
      const answer = await patch(party, json);
      expect([answer.status, answer.json.message]).toEqual([400, message]);
    }
    const both = await patch(party, { guestsMayLook: false, partyDate: day(8) });
    expect(both.status).toBe(400);
    const { json } = await party.organizer.client.get(`/api/events/${party.event.id}`);
    expect(json).toEqual(party.event);
  });

  test('is the only one on invitation, PDF, card and link preview, however long the event is', async () => {
    const party = await longParty();
    const { names, event } = party;
    const long = formatDay(day(2), 'en');
    const page = await open(reader(), `/invitation-pdf/${event.id}`);
    const days = ({ document }: typeof page) =>
      [...document.querySelectorAll('main time')].map((one) => one.getAttribute('datetime'));
    expect([days(page), page.text.includes(long)]).toEqual([[day(2)], true]);

    for (const layout of ['page', 'cards-4']) {
      const pdf = await reader().get(`/invitation-pdf/${event.id}/pdf?layout=${layout}`);
      const text = await textOfPdf(pdf.bytes);
      expect(text).toContain(long);
      for (const other of [day(), day(97)]) expect(text).not.toContain(formatDay(other, 'en'));
    }

    const query = new URLSearchParams({ event: names.event, organizer: names.organizerName });
    const card = await open(reader(), `/auth/join?${query}`);
    expect(days(card)).toEqual([day(2)]);
    const preview = card.document.querySelector('meta[property="og:description"]');
    const said = preview?.getAttribute('content') ?? '';
    expect(said).toContain(formatShortDay(day(2), 'en'));
    expect(said).not.toContain('→');

    const invite = await open(party.organizer.client.speak('en'), '/event/invite');
    expect(invite.text).toContain(`The invitation says ${long}.`);
    const [mail = ''] = attributesOf(invite.document, 'a[href^="mailto:"]', 'href');
    expect(decodeURIComponent(mail)).toContain(`” on ${long} and show`);
  });

  test('is what a guest reads on the profile, with the last day of photos', async () => {
    const party = await longParty();
    const guest = await join(party);
    const profile = await open(guest.client.speak('en'), '/?tab=profile');
    const until = formatShortDay(day(97), 'en');
    expect(profile.text).toContain(`${formatShortDay(day(2), 'en')} · photos until ${until}`);
    const short = await createParty(origin, { endDate: day(), partyDate: day() });
    const there = await open((await join(short)).client.speak('en'), '/?tab=profile');
    expect(there.text).not.toContain('photos until');
  });

  test('is edited with the other days, and moves with the first one without scripts', async () => {
    const party = await createParty(origin, { partyDate: day(2) });
    const client = party.organizer.client.speak('en');
    const form = await open(client, '/event/edit');
    expect(fieldsOf(form.html)).toMatchObject({ partyDate: day(2), startDate: day() });

    const wrong = await send(client, form, 'Save', { partyDate: day(8) });
    expect([wrong.status, errorAt(wrong, 'partyDate')]).toEqual([400, OUTSIDE]);
    expect(fieldsOf(wrong.html)).toMatchObject({ partyDate: day(8) });
    const none = await send(client, form, 'Save', { partyDate: '2026-02-30' });
    expect(errorAt(none, 'partyDate')).toBe('Please select a valid date');

    expect((await send(client, form, 'Save', { startDate: day(10) })).status).toBe(200);
    const read = async () => (await client.get(`/api/events/${party.event.id}`)).json;
    expect(await read()).toMatchObject({
      startDate: day(10),
      partyDate: day(12),
      endDate: day(17),
    });
    const again = await open(client, '/event/edit');
    await send(client, again, 'Save', { partyDate: '' });
    expect(await read()).toMatchObject({ startDate: day(10), partyDate: day(10) });
  });

  test('is chosen for a new event, and in its summary', async () => {
    const client = reader();
    const form = await open(client, '/create-event');
    const fields = {
      name: `Wedding ${day()} ${Math.random()}`,
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
      partyDate: day(5),
    };
    const summary = await send(client, form, 'Continue', fields);
    expect(summary.text).toContain('Day of the party');
    const created = await send(client, summary, 'Confirm', { intent: 'create' });
    expect(created.text).toContain('Your event is ready');
    const user = await client.get<{ eventId: number }>('/api/user');
    const { json } = await client.get(`/api/events/${user.json.eventId}`);
    expect(json).toMatchObject({ startDate: day(), partyDate: day(5), endDate: day(7) });
    const plain = await send(client, form, 'Continue', { ...fields, partyDate: '' });
    expect(plain.text).not.toContain('Day of the party');
  });

  test('is part of one’s own data', async () => {
    const party = await createParty(origin, { partyDate: day(2) });
    const guest = await join(party);
    const { bytes } = await guest.client.get('/settings/data.zip');
    expect(bytes.toString('latin1')).toContain(`"partyDate": "${day(2)}"`);
  });
});
