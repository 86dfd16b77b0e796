import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectDatabase } from '~db/client.server';
import { jobs, messages, photos, plannedMessages } from '~db/schema';
import { open } from '../api/pages';
import { addPhoto, createParty, day, expectStatus, join, signInAdministrator } from '../api/party';
import { startApart } from '../api/servers';
import { createPostgresDatabase } from '../setup/databases';

/** Longer than any job waits between checks whether it is due. */
const ROUND_MS = 35_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.concurrent.for(['pglite', 'postgres'] as const)(
  'a clock that jumps 45 days ahead and back deletes and sends nothing, on %s',
  { timeout: 600_000 },
  // Its own hook, because with two tests at once the global one may belong to the other.
  async (kind, { onTestFinished }) => {
    const url = kind === 'postgres' ? await createPostgresDatabase() : '';
    const server = await startApart(url ? { DATABASE_URL: url } : {});
    onTestFinished(async () => {
      await server.stop('SIGKILL');
      await server.clean();
    });
    const party = await createParty(server.origin, { endDate: day(1) });
    await addPhoto(party.organizer, 1);
    await join(party);
    const plan = { toUserId: 'all', message: 'Tomorrow', sendAt: `${day(1)}T12:00:00Z` };
    expectStatus(await party.organizer.client.post('/api/messages', plan), 201);
    // One round with the right time, so that there is a last run.
    await pause(5_000);

    server.process.kill('SIGUSR2');
    await pause(2 * ROUND_MS);
    server.process.kill('SIGUSR2');
    await pause(ROUND_MS);

    expect(server.output()).not.toContain('TimeoutOverflowWarning');
    expect(server.output()).toContain('the clock has jumped: nothing is deleted');
    const administrator = await signInAdministrator(server.origin);
    const page = await open(administrator.speak('en'), '/admin');
    expect(page.text).toContain('no planned message is sent until it has been steady for an hour');

    await server.stop();
    const { db, close } = await connectDatabase({ url, dataDir: server.dataDir });
    try {
      expect(await db.$count(photos, eq(photos.eventId, party.event.id))).toBe(1);
      expect(await db.$count(messages, eq(messages.eventId, party.event.id))).toBe(0);
      expect(
        await db
          .select({ unsentReason: plannedMessages.unsentReason })
          .from(plannedMessages)
          .where(eq(plannedMessages.eventId, party.event.id)),
      ).toEqual([{ unsentReason: null }]);
      const [clearUp] = await db.select().from(jobs).where(eq(jobs.name, 'clear_up'));
      const ranAgo = Date.now() - (clearUp?.lastFinishedAt?.getTime() ?? 0);
      expect(ranAgo).toBeGreaterThanOrEqual(0);
      expect(ranAgo).toBeLessThan(2 * ROUND_MS);
    } finally {
      await close();
    }
  },
);
