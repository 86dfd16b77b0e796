import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events, jobs, keepingMails, mailNotices, morningMails, users } from '~db/schema';
import { addDays, dayOf, type Day } from '~/models/day';
import { isMorningAfter } from '~/models/event/morning-time';
import { dayToMail } from '~/models/event/retention';
import { addPhoto, createParty } from '../api/party';
import { startApart } from '../api/servers';
import { createTestUser } from '../factories';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startSmtpServer } from '../setup/smtp-server';

// Nobody gets a mail after an event twice, whenever a server dies (rules `mails.morning`, `retention.mail`).

const GUESTS = 300;
/** One where it is not nearly ten in the morning, when the mails of the morning before end. */
const ZONE = [7, 8, 9].includes(new Date().getUTCHours()) ? 'Asia/Tokyo' : 'Europe/Paris';
const SLOW = { timeout: 240_000, interval: 200 };

/** The mails, and whether they are sent for an event that ended on a day. */
const MAILS = [
  {
    job: 'morning_mails',
    table: morningMails,
    isDue: (endDate: Day, now: Date) =>
      isMorningAfter({ endDate, endedAt: null }, { now, timeZone: ZONE }),
  },
  {
    job: 'keeping_mails',
    table: keepingMails,
    isDue: (endDate: Day, now: Date) => {
      const moment = { now, today: dayOf(now, ZONE), timeZone: ZONE, keepMonths: 12 };
      const lastDay = dayToMail('photos', { endDate, endedAt: null }, moment);
      return lastDay !== null && lastDay > addDays(moment.today, 1);
    },
  },
] as const;

test.each(MAILS)(
  'servers that are killed while they send 300 $job mail everybody once at most',
  { timeout: 900_000 },
  async ({ job, table, isDue }) => {
    const smtp = await startSmtpServer();
    const url = await createPostgresDatabase();
    const servers: TestServer[] = [];
    onTestFinished(async () => {
      for (const server of servers) await server.stop('SIGKILL');
      for (const server of servers) await server.clean();
      await smtp.stop();
    });
    const env = {
      DATABASE_URL: url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Snapodium <hello@photos.example>',
      PUBLIC_ORIGIN: 'http://photos.example',
      EVENT_TIME_ZONE: ZONE,
    };
    const start = async () => {
      const server = await startApart(env);
      servers.push(server);
      return server;
    };
    const first = await start();
    const { db, close } = await connectDatabase({ url, dataDir: '' });
    onTestFinished(close);

    const party = await createParty(first.origin);
    await addPhoto(party.organizer, 1);
    const now = new Date();
    const isOrganizer = eq(users.id, party.organizer.user.id);
    await db.update(users).set({ emailConfirmedAt: now }).where(isOrganizer);
    const emails: string[] = [];
    for (let number = 0; number < GUESTS; number += 1) {
      const email = `guest-${number}@mail.example`;
      await createTestUser(db, party.event.id, { email, mailConsent: true, language: 'en' });
      emails.push(email);
    }
    // The organizer gets no mails, so that only guests are counted.
    await db.insert(mailNotices).values({ userId: party.organizer.user.id, isWanted: false });
    const days = Array.from({ length: 40 }, (_none, ago) => addDays(dayOf(now, ZONE), -1 - ago));
    const endDate = days.find((day) => isDue(day, now)) ?? '';
    const isEvent = eq(events.id, party.event.id);
    await db.update(events).set({ startDate: endDate, endDate }).where(isEvent);

    // Killed twice in the middle; each time two others go on.
    await expect.poll(() => smtp.mails.length, SLOW).toBeGreaterThan(20);
    await first.stop('SIGKILL');
    const freeLease = () => db.update(jobs).set({ lockedUntil: null }).where(eq(jobs.name, job));
    await freeLease();
    const [second] = await Promise.all([start(), start()]);
    await expect.poll(() => smtp.mails.length, SLOW).toBeGreaterThan(120);
    await second.stop('SIGKILL');
    await freeLease();
    await expect.poll(() => db.$count(table), SLOW).toBe(GUESTS);
    const unsettled = sql`${table.retryAt} is not null`;
    await expect.poll(() => db.$count(table, unsettled), SLOW).toBe(0);
    // A stop waits for the run, so that every mail that was begun has been sent.
    for (const server of servers) await server.stop();

    const counts = emails.map(
      (email) => smtp.mails.filter((mail) => mail.includes(`To: ${email}\r\n`)).length,
    );
    expect(Math.max(...counts)).toBe(1);
    expect(smtp.mails).toHaveLength(counts.filter((count) => count === 1).length);
    // Each kill may lose the mail that was being sent, and no other one.
    const lost = counts.filter((count) => count === 0).length;
    expect(lost).toBeLessThanOrEqual(2);

    // Nobody is mailed again.
    const again = await startApart(env, first);
    servers.push(again);
    const isRun = sql`${jobs.name} = ${job} and ${jobs.lastFinishedAt} > now() - interval '5 seconds'`;
    await expect.poll(() => db.$count(jobs, isRun), SLOW).toBe(1);
    expect(smtp.mails).toHaveLength(GUESTS - lost);
  },
);
