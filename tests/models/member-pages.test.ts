import { PgSelectBase } from 'drizzle-orm/pg-core';
import { expect, test, vi } from 'vitest';
import { MEMBER_SORTS } from '~/models/user/members';
import { readMemberPage } from '~/models/user/members.server';
import { createTestEvent, createTestUsers } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('pages of members', (getDb) => {
  test('a page of many members reads no more rows than it shows', async () => {
    const { event } = await createTestEvent(getDb());
    await createTestUsers(getDb(), event.id, 60, (number) => ({
      name: `Amélie Poulain ${number}`,
    }));
    const lengths: number[] = [];
    const awaited = vi.spyOn(PgSelectBase.prototype, 'then');
    awaited.mockImplementation(function (this: { execute(): Promise<unknown[]> }, ...then) {
      const rows = this.execute();
      void rows.then(({ length }) => lengths.push(length));
      return rows.then(...then);
    });
    for (const sort of MEMBER_SORTS) {
      for (const search of ['', ' POULAIN ame ']) {
        const { members } = await readMemberPage(getDb(), { eventId: event.id, search, sort });
        expect(members).toHaveLength(24);
      }
    }
    awaited.mockRestore();
    expect(Math.max(...lengths)).toBe(25);
    const nobody = await readMemberPage(getDb(), { eventId: event.id, search: 'amelie dyk' });
    expect(nobody.members).toEqual([]);
  });
});
