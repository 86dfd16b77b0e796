import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events, users } from '~db/schema';
import { addDays, dayOf } from '~/models/day';
import { retentionWarning } from '~/i18n/platform-texts.server';
import { SYSTEM } from '~/models/access';
import { dayToMail } from '~/models/event/retention';
import { warnOrganizer } from '~/models/event/retention.server';
import { Client } from '../setup/client';
import { open } from './pages';
import { addPhoto, createParty, expectStatus, join, unique, type Party } from './party';
import { startMailing, type MailingServer } from './servers';

// The mails that warn before photos are deleted, as a mail server gets them, and their links (rule `retention.mail`).

const ORIGIN = 'http://photos.example';
const ZONE = 'Europe/Paris';

let mailing: MailingServer;
beforeAll(async () => {
  mailing = await startMailing({ PUBLIC_ORIGIN: ORIGIN, EVENT_TIME_ZONE: ZONE });
});
afterAll(() => mailing.stop());

/** Ends the event so that its photos are deleted in less than a week. */
async function setLastWeek({ event, organizer }: Party, guest: { id: number; email: string }) {
  const { db, close } = await connectDatabase({ url: mailing.url, dataDir: '' });
  const now = new Date();
  const today = dayOf(now, ZONE);
  const moment = { now, today, timeZone: ZONE, keepMonths: 12 };
  const endDate = Array.from({ length: 40 }, (_none, ago) => addDays(today, -1 - ago)).find(
    (day) => {
      const lastDay = dayToMail('photos', { endDate: day, endedAt: null }, moment);
      return lastDay !== null && lastDay > addDays(today, 1);
    },
  );
  const email = `${unique()}@mail.example`;
  const own = { email, emailKey: email, emailConfirmedAt: now };
  await db.update(users).set(own).where(eq(users.id, organizer.user.id));
  await db.update(users).set({ mailConsent: true }).where(eq(users.id, guest.id));
  await db
    .update(events)
    .set({ startDate: endDate, endDate, partyDate: null })
    .where(eq(events.id, event.id));
  await close();
  return email;
}

/** The warning to an address, with its headers each on one line. */
const mailTo = async (email: string) => {
  const isIt = (mail: string) => mail.includes(`To: ${email}`) && mail.includes('<!doctype html>');
  const found = () => mailing.smtp.mails.filter(isIt);
  await expect.poll(() => found().length, { timeout: 60_000 }).toBe(1);
  const text = Buffer.from(found()[0] ?? '', 'latin1').toString();
  return text.replace(/\r\n[ \t]+/g, ' ');
};

test('the mails lead organizer and guest to the downloads; one click ends all mails', async () => {
  const party = await createParty(mailing.server.origin);
  const email = `${unique()}@mail.example`;
  const zoe = await join(party, { name: 'Zoé Martin', email });
  zoe.client.speak('en');
  await addPhoto(zoe, 1);
  const organizerEmail = await setLastWeek(party, { id: zoe.user.id, email });

  const theirs = await mailTo(organizerEmail);
  expect(theirs).toMatch(/^List-Unsubscribe: <http:\/\/photos\.example\/morning\/stop\/[\w-]+>/m);
  expect(theirs).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const files = [...theirs.matchAll(/href="http:\/\/photos\.example(\/event\/[^"]+)"/g)];
  expect(files.map(([, path]) => path)).toEqual([
    '/event/photos.zip?format=jpeg',
    '/event/album.pdf',
    '/event/guests.csv',
  ]);
  for (const [, path = ''] of files) {
    const { status, headers } = await party.organizer.client.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment/);
    // Elsewhere they lead to the page for signing in.
    const stranger = await new Client(mailing.server.origin).get(path);
    expect([stranger.status, stranger.headers.get('Location')]).toEqual([302, '/auth']);
  }

  // The message that also warns leads to the same files, and its mail is this one.
  const { db, close } = await connectDatabase({ url: mailing.url, dataDir: '' });
  const warning = { eventId: party.event.id, today: dayOf(new Date(), ZONE) };
  await warnOrganizer(db, { actor: SYSTEM, ...warning, words: retentionWarning });
  await close();
  const told = await open(party.organizer.client, '/messages?with=platform');
  const offered = [...told.document.querySelectorAll('li[id^="message-"] a')];
  expect(offered.map((link) => link.getAttribute('href'))).toEqual(files.map(([, path]) => path));

  const mail = await mailTo(email);
  const links = [...mail.matchAll(/href="http:\/\/photos\.example(\/morning\/in\/[^"]+)"/g)];
  const [, mine = '', all = ''] = links.map(([, path]) => path);
  for (const [link, target] of [
    [mine, '/morning#take-mine'],
    [all, '/morning#take-all'],
  ] as const) {
    const phone = new Client(mailing.server.origin).speak('en');
    expect((await open(phone, link)).status).toBe(200);
    const entered = await phone.submit(link, {});
    expect([entered.status, entered.headers.get('Location')]).toEqual([302, target]);
    const { document } = await open(phone, '/morning');
    const id = target.split('#')[1] ?? '';
    expect(document.querySelector(`#${id} :is(a, button)`)).not.toBeNull();
    // Somebody who is signed in continues immediately.
    expect((await phone.get(link)).headers.get('Location')).toBe(target);
  }
  const stop = /\/morning\/stop\/[\w-]+/.exec(mail)?.[0] ?? '';
  const clicked = await new Client(mailing.server.origin).submit(stop, {
    'List-Unsubscribe': 'One-Click',
  });
  expectStatus(clicked, 200);
  const { document } = await open(zoe.client, '/settings');
  const isOn = document.querySelector('#morning-mail [role=switch]')?.getAttribute('aria-checked');
  expect(isOn).toBe('false');
});
