import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events, users } from '~db/schema';
import { addDays, dayOf } from '~/models/day';
import { isMorningAfter } from '~/models/event/morning-time';
import { Client } from '../setup/client';
import { open } from '../api/pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  unique,
  type Party,
  type Person,
} from '../api/party';
import { startMailing, type MailingServer } from '../api/servers';

// The mail on the morning after as a mail server gets it, and its links (rules `mails.morning`, `mails.morning-link`).

const ORIGIN = 'http://photos.example';
const ZONE = 'Europe/Paris';

let mailing: MailingServer;
beforeAll(async () => {
  mailing = await startMailing({ PUBLIC_ORIGIN: ORIGIN, EVENT_TIME_ZONE: ZONE });
});
afterAll(() => mailing.stop());

/** Ends the event so that its morning is now. */
async function setMorning({ event, organizer }: Party) {
  const { db, close } = await connectDatabase({ url: mailing.url, dataDir: '' });
  const now = new Date();
  const days = [1, 2].map((ago) => addDays(dayOf(now, ZONE), -ago));
  const isNow = (endDate: string) =>
    isMorningAfter({ endDate, endedAt: null }, { now, timeZone: ZONE });
  const endDate = days.find(isNow) ?? '';
  await db.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, organizer.user.id));
  await db
    .update(events)
    .set({ startDate: endDate, endDate, partyDate: null })
    .where(eq(events.id, event.id));
  await close();
}

/** Joins as the dialog lets people join, with the box ticked. */
async function joinByForm(party: Party, name: string, language = 'en') {
  const client = new Client(mailing.server.origin).speak(language);
  const email = `${unique()}@mail.example`;
  const { event, organizerName } = party.names;
  await client.submit('/auth/join/confirm', { event, organizerName });
  const form = { intent: 'submit', name, email, consent: 'on' };
  expectStatus(await client.submit('/login', form), 302);
  const { json } = await client.get<Person['user']>('/api/user');
  return { client, email, user: json };
}

/** The mail to an address, with its headers each on one line. */
const mailTo = async (email: string) => {
  const found = () => mailing.smtp.mails.filter((mail) => mail.includes(`To: ${email}`));
  await expect.poll(() => found().length, { timeout: 60_000 }).toBe(1);
  const text = Buffer.from(found()[0] ?? '', 'latin1').toString();
  return text.replace(/\r\n[ \t]+/g, ' ');
};

test('a guest gets it, and comes in by its button; one click ends all mails', async () => {
  const party = await createParty(mailing.server.origin);
  const zoe = await joinByForm(party, 'Zoé Martin');
  const photo = await addPhoto(zoe, 1);
  const star = { userId: party.organizer.user.id, photoId: photo.id };
  expectStatus(await party.organizer.client.post('/api/favorites', star), 201);
  // A call has no box to tick.
  const silent = await join(party, { name: 'Karim Benali', email: `${unique()}@mail.example` });
  await setMorning(party);

  const mail = await mailTo(zoe.email);
  expect(mail).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(mail).toMatch(/^List-Unsubscribe: <http:\/\/photos\.example\/morning\/stop\/[\w-]+>/m);
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(mail).toMatch(/^Content-Disposition: inline; filename=photo-\d+\.jpg/m);
  expect(mail).toContain(`Content-ID: <photo-${photo.id}>`);
  expect(mail).toContain(`src="cid:photo-${photo.id}"`);
  expect(mail).toContain('Your best photo came 1st of 1, with 1 star.');
  expect(mailing.smtp.mails.some((other) => other.includes(silent.user.email))).toBe(false);

  const enter = /\/morning\/in\/[\w-]+/.exec(mail)?.[0] ?? '';
  const stop = /\/morning\/stop\/[\w-]+/.exec(mail)?.[0] ?? '';
  const phone = new Client(mailing.server.origin).speak('en');
  const page = await open(phone, enter);
  expect([page.status, page.text.includes(party.names.event)]).toEqual([200, true]);
  // Opening it lets nobody in: mail programs open links.
  expect((await phone.get('/api/user')).status).toBe(401);
  const entered = await phone.submit(enter, {});
  expect([entered.status, entered.headers.get('Location')]).toEqual([302, '/morning']);
  expect((await open(phone, '/morning')).text).toContain('The morning after');
  expect((await phone.get<{ id: number }>('/api/user')).json.id).toBe(zoe.user.id);
  // Somebody who is signed in continues immediately.
  const again = await phone.get(enter);
  expect([again.status, again.headers.get('Location')]).toEqual([302, '/morning']);

  const isOn = async () => {
    const { document } = await open(phone, '/settings');
    return document.querySelector('#morning-mail [role=switch]')?.getAttribute('aria-checked');
  };
  expect(await isOn()).toBe('true');
  // The mail program's own button: no session, no redirect (RFC 8058).
  const program = new Client(mailing.server.origin);
  expect((await program.get(stop)).status).toBe(200);
  expect(await isOn()).toBe('true');
  const clicked = await program.submit(stop, { 'List-Unsubscribe': 'One-Click' });
  expect([clicked.status, clicked.headers.get('Location')]).toEqual([200, null]);
  expect(await isOn()).toBe('false');
  expectStatus(await phone.submit('/settings/morning-mail', { mailConsent: 'true' }), 302);
  expect(await isOn()).toBe('true');
  for (const wrong of [
    enter.replace('/in/', '/in/x'),
    enter.replace('/in/', '/stop/'),
    stop.replace('/stop/', '/in/'),
  ])
    expect((await program.get(wrong)).status).toBe(404);
});

test('it is in the language that its reader used last', async () => {
  const party = await createParty(mailing.server.origin);
  const lea = await joinByForm(party, 'Léa Faure', 'de');
  await addPhoto(lea, 1);
  await setMorning(party);
  expect(await mailTo(lea.email)).toContain('Guten Morgen, Léa!');
});
