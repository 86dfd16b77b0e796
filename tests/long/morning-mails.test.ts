import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { events, jobs, morningMails, users } from '~db/schema';
import { addDays, dayOf } from '~/models/day';
import { isMorningAfter } from '~/models/event/morning-time';
import { addPhoto, createParty } from '../api/party';
import { startApart } from '../api/servers';
import { createTestUser } from '../factories';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { startSmtpServer } from '../setup/smtp-server';

// Nobody gets the mail on the morning after twice, whenever a server dies (rule `mails.morning`).

const GUESTS = 300;
const ZONE = 'Europe/Paris';
const SLOW = { timeout: 240_000, interval: 200 };

test(
  'servers that are killed while they mail 300 guests mail everybody once at most',
  { timeout: 900_000 },
  async () => {
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
    const isNow = (endDate: string) =>
      isMorningAfter({ endDate, endedAt: null }, { now, timeZone: ZONE });
    const endDate = [1, 2].map((ago) => addDays(dayOf(now, ZONE), -ago)).find(isNow) ?? '';
    const isEvent = eq(events.id, party.event.id);
    await db.update(events).set({ startDate: endDate, endDate }).where(isEvent);

    // Killed twice in the middle; each time two others go on.
    await expect.poll(() => smtp.mails.length, SLOW).toBeGreaterThan(20);
    await first.stop('SIGKILL');
    const freeLease = () =>
      db.update(jobs).set({ lockedUntil: null }).where(eq(jobs.name, 'morning_mails'));
    await freeLease();
    const [second] = await Promise.all([start(), start()]);
    await expect.poll(() => smtp.mails.length, SLOW).toBeGreaterThan(120);
    await second.stop('SIGKILL');
    await freeLease();
    await expect.poll(() => db.$count(morningMails), SLOW).toBe(GUESTS);
    const unsettled = sql`${morningMails.retryAt} is not null`;
    await expect.poll(() => db.$count(morningMails, unsettled), SLOW).toBe(0);
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
    const isRun = sql`${jobs.name} = 'morning_mails' and ${jobs.lastFinishedAt} > now() - interval '5 seconds'`;
    await expect.poll(() => db.$count(jobs, isRun), SLOW).toBe(1);
    expect(smtp.mails).toHaveLength(GUESTS - lost);
  },
);
