import { expect, test } from 'vitest';
import { securityEvents } from '~db/schema';
import { SYSTEM } from '~/models/access';
import { readAuditQuery } from '~/models/admin/audit';
import type { SecurityEntry } from '~/models/admin/security-event';
import {
  listSecurityPage,
  recordSecurityEvent,
  removeOldSecurityEvents,
} from '~/models/admin/security-event.server';
import { asking, createTestEvent } from '../factories';
import { withDatabases } from '../setup/databases';

const NOW = new Date('2026-06-15T12:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

withDatabases('a security event', (getDb) => {
  const note = (changes: Partial<SecurityEntry> = {}, now = NOW) =>
    recordSecurityEvent(getDb(), {
      entry: { kind: 'sign_in', eventId: 7, userId: 70, address: 'aa11', detail: null, ...changes },
      now,
    });
  const list = async (query = '') =>
    (await listSecurityPage(getDb(), readAuditQuery(new URLSearchParams(query)))).rows;
  const clear = () => getDb().delete(securityEvents);

  test('is listed with the newest first, and found by person, event and address', async () => {
    await note();
    await note({ kind: 'password_changed', userId: 71 }, later(1));
    await note({ kind: 'admin_act', address: 'bb22', detail: 'POST /admin/storage' }, later(2));
    const kinds = async (query = '') => (await list(query)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['admin_act', 'password_changed', 'sign_in']);
    expect(await kinds('sort=created')).toEqual(['sign_in', 'password_changed', 'admin_act']);
    expect(await kinds('q=%2371')).toEqual(['password_changed']);
    expect(await kinds('q=bb22')).toEqual(['admin_act']);
    expect(await kinds('q=nobody')).toEqual([]);
  });

  test('a continuing lock-out is logged once in ten minutes, for each person and address', async () => {
    await clear();
    const locked = (changes: Partial<SecurityEntry>, minutes: number) =>
      note({ kind: 'locked_out', ...changes }, later(minutes));
    for (const minutes of [0, 1, 9.9]) await locked({}, minutes);
    await locked({ userId: null }, 1);
    await locked({ userId: null }, 2);
    await locked({ address: 'cc33' }, 2);
    await locked({}, 10);
    expect(await list()).toHaveLength(4);
    // Every sign-in is logged.
    for (const minutes of [1, 1, 1]) await note({}, later(minutes));
    expect(await list('q=aa11')).toHaveLength(6);
  });

  test('is deleted after 90 days, or when there are too many entries, by the system only', async () => {
    await clear();
    const days = (count: number) => later(-count * 24 * 60);
    for (const age of [91, 89, 2, 1]) await note({ userId: age }, days(age));
    const remove = (given: object = {}) =>
      removeOldSecurityEvents(getDb(), { actor: SYSTEM, now: NOW, ...given });
    const people = async () => (await list()).map(({ userId }) => userId);
    await remove();
    expect(await people()).toEqual([1, 2, 89]);
    await remove({ maxEntries: 2 });
    expect(await people()).toEqual([1, 2]);
    const { organizer } = await createTestEvent(getDb());
    const refused = remove({ actor: asking(organizer) });
    await expect(refused).rejects.toMatchObject({ code: 'access_denied' });
  });
});
