import { eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { attempts } from '~db/schema';
import { createAttemptCounter, removeExpiredAttempts } from '~/models/session/attempts.server';
import { unique } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('attempts', (getDb) => {
  /** Two servers with one database. */
  const servers = () =>
    [0, 1].map(() =>
      createAttemptCounter({ db: getDb(), eventsPerHour: 30, joinsPerMinute: 2 }),
    ) as [ReturnType<typeof createAttemptCounter>, ReturnType<typeof createAttemptCounter>];
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );

  test('of 60 attempts at once on two servers 20 are allowed', async () => {
    const [one, other] = servers();
    const by = unique();
    const tries = Array.from({ length: 60 }, (_, index) =>
      outcome((index % 2 ? one : other).take(['sign_in', by])),
    );
    const taken = (await Promise.all(tries)).filter((answer) => answer === 'taken');
    expect(taken).toHaveLength(20);
    expect(await outcome(one.take(['sign_in', by]))).toBe('too_many_attempts');
    await other.giveBack(['sign_in', by]);
    expect(await outcome(one.take(['sign_in', by]))).toBe('taken');
  });

  test('a refusal says when to retry, and counts as no attempt', async () => {
    const [one] = servers();
    const [full, free] = [unique(), unique()];
    for (let i = 0; i < 5; i++) await one.take(['admin', full]);
    for (let i = 0; i < 5; i++) {
      const refusal = await one.take(['admin', free], ['admin', full]).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'too_many_attempts' });
      expect(refusal.retryAfter).toBeGreaterThan(590);
      expect(refusal.retryAfter).toBeLessThanOrEqual(600);
    }
    for (let i = 0; i < 5; i++) expect(await outcome(one.take(['admin', free]))).toBe('taken');
  });

  test('servers share a person’s failures, and a new IP address gets one attempt', async () => {
    const [one, other] = servers();
    const person = unique();
    const at = (address: string) => ({ rule: 'sign_in' as const, person, address, browser: null });
    const isTaken = async (server: typeof one, address: string) => {
      const taken = await server.takeTry(at(address));
      if (taken.refusal) await taken.giveBack();
      return !taken.refusal;
    };
    for (const address of ['a', 'b', 'c']) {
      for (let i = 0; i < 20; i++) expect(await isTaken(i % 2 ? one : other, address)).toBe(true);
      expect(await isTaken(one, address)).toBe(false);
    }
    const atOnce = await Promise.all(
      [one, other, one, other].map((server) => isTaken(server, 'd')),
    );
    expect(atOnce.filter(Boolean).length).toBeLessThanOrEqual(1);
    expect(await isTaken(one, 'd')).toBe(atOnce.every((taken) => !taken));
    const marked = await other.takeTry({ ...at('a'), browser: unique() });
    expect(marked.refusal).toBeNull();
  });

  test('a failure counted on one server can be forgiven once, on another', async () => {
    const [one, other] = servers();
    const by = unique();
    expect(await other.forget(['pardon', by])).toBe(false);
    await one.note(['pardon', by]);
    const forgotten = await Promise.all(
      [one, other].map((server) => server.forget(['pardon', by])),
    );
    expect(forgotten.filter(Boolean)).toHaveLength(1);
  });

  test('expired attempts no longer count, and are deleted', async () => {
    const [one] = servers();
    const by = unique();
    for (let i = 0; i < 5; i++) await one.take(['admin', by]);
    const rows = await getDb().select().from(attempts).where(like(attempts.key, 'admin:%'));
    const past = new Date(Date.now() - 1000);
    for (const { key } of rows) {
      await getDb().update(attempts).set({ expire: past }).where(eq(attempts.key, key));
    }
    expect(await outcome(one.take(['admin', by]))).toBe('taken');
    await one.note(['pardon', by]);
    await removeExpiredAttempts(getDb(), { now: new Date(Date.now() + 24 * 60 * 60 * 1000) });
    expect(await getDb().$count(attempts)).toBe(0);
    expect(await one.forget(['pardon', by])).toBe(false);
  });

  describe('the table', () => {
    test('reveals nobody’s name or address', async () => {
      const [one] = servers();
      await one.take(['event_guess', '192.0.2.77'], ['sign_in', '7 zebedee']);
      const rows = JSON.stringify(await getDb().select().from(attempts));
      expect(rows).not.toMatch(/192\.0\.2\.77|zebedee/);
    });
  });
});
