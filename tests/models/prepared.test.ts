import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isAmong } from '~db/many.server';
import { events, favorites, messages, users } from '~db/schema';
import { readEventFigures } from '~/models/event/admin-list.server';
import { listUsersPage } from '~/models/admin/list.server';
import { planRemovals } from '~/models/storage/file-work.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { listDueNotices } from '~/models/message/due-notices.server';
import { sendMessage } from '~/models/message/write.server';
import { listPhotosById, type PhotoRow } from '~/models/photo/read.server';
import { singleRow } from '~/models/row.server';
import type { UserRow } from '~/models/user/read.server';
import { asking, createTestEvent, createTestPhoto, createTestUser, TODAY } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('a prepared statement', (getDb, kind) => {
  test.runIf(kind === 'postgres')(
    'is prepared once on a connection, in nested transactions too',
    async () => {
      const { event } = await createTestEvent(getDb());
      const prepared = await getDb().transaction(async (tx) => {
        const ask = (db: typeof tx) =>
          db.select({ name: events.name }).from(events).where(eq(events.id, event.id));
        for (let time = 0; time < 3; time += 1) expect(await ask(tx)).toHaveLength(1);
        await tx.transaction(async (inner) => {
          expect(await ask(inner)).toHaveLength(1);
        });
        const { rows } = (await tx.execute(sql`
          select statement from pg_prepared_statements where statement like 'select "name" from "events"%'
        `)) as unknown as { rows: unknown[] };
        return rows;
      });
      expect(prepared).toHaveLength(1);
    },
  );

  test.runIf(kind === 'postgres')('is prepared once, however long its lists are', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const elsewhere = await createTestEvent(getDb());
    const guests: UserRow[] = [];
    for (let number = 0; number < 6; number += 1) {
      guests.push(await createTestUser(getDb(), event.id));
    }
    const pictures: PhotoRow[] = [];
    for (const guest of guests) pictures.push(await createTestPhoto(getDb(), guest));
    const starred = singleRow(pictures);
    const actor = asking(organizer);

    await getDb().transaction(async (tx) => {
      /** Everything whose lists grow with the event. */
      const askAll = async (length: number) => {
        const ids = pictures.slice(0, length).map(({ id }) => id);
        expect(await listPhotosById(tx, ids)).toHaveLength(length);
        await readEventFigures(tx, { eventIds: [event.id, ...ids] });
        const search = 'guest '.repeat(length);
        await listUsersPage(tx, { search, sort: 'id', isDescending: false, page: 1 });
        await tx.delete(favorites);
        for (const { id: userId } of guests.slice(0, length)) {
          await tx.insert(favorites).values({ userId, photoId: starred.id, star: 1 });
        }
        for (const isHidden of [true, false]) {
          const { id: photoId } = starred;
          await setPhotoHidden(tx, { photoId, actor, isHidden, now: new Date() });
        }
        expect(await tx.$count(favorites)).toBe(length);
        await planRemovals(
          tx,
          ids.map((id) => ({ storage: 'local', key: `1/${id}` })),
        );
        const without = guests.slice(length).map(({ id }) => id);
        await tx
          .update(users)
          .set({ eventId: elsewhere.event.id })
          .where(isAmong(users.id, without));
        await sendMessage(tx, { actor, toUserId: 'all', message: 'Hello' });
        await tx.update(users).set({ eventId: event.id }).where(isAmong(users.id, without));
        await tx.update(messages).set({ isRead: false });
        const now = new Date(Date.now() + 10 * 60_000);
        expect(await listDueNotices(tx, { now, today: TODAY })).toHaveLength(0);
      };
      const texts = async () => {
        // Savepoints, which the driver numbers, are these tests' nested transactions.
        const { rows } = (await tx.execute(sql`
            select statement from pg_prepared_statements where statement not like 'savepoint%'
          `)) as unknown as { rows: { statement: string }[] };
        return rows.map((row) => row.statement);
      };
      await askAll(2);
      const known = await texts();
      for (const length of [3, 4, 5]) await askAll(length);
      expect((await texts()).filter((text) => !known.includes(text))).toEqual([]);
    });
  });

  test('is answered for the values of each call', async () => {
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
