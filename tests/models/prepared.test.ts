import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '~db/schema';
import { createTestEvent } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('what is asked again and again', (getDb, kind) => {
  test.runIf(kind === 'postgres')(
    'is prepared once on a connection, in transactions inside of others too',
    async () => {
      const { event } = await createTestEvent(getDb());
      const prepared = await getDb().transaction(async (tx) => {
        const ask = (db: typeof tx) =>
          db.select({ name: events.name }).from(events).where(eq(events.id, event.id));
        for (let time = 0; time < 3; time += 1) expect(await ask(tx)).toHaveLength(1);
        await tx.transaction(async (inner) => {
          expect(await ask(inner)).toHaveLength(1);
        });
        const rows = await tx.execute(sql`
          select statement from pg_prepared_statements where statement like 'select "name" from "events"%'
        `);
        return [...(rows as unknown as { statement: string }[])];
      });
      expect(prepared).toHaveLength(1);
    },
  );

  test('is answered for the values of each time', async () => {
    for (const name of ['First', 'Second']) {
      const { event } = await createTestEvent(getDb(), { name });
      const rows = await getDb()
        .select({ name: events.name })
        .from(events)
        .where(eq(events.id, event.id));
      expect(rows).toEqual([{ name }]);
    }
  });
});
