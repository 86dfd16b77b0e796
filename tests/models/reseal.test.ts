import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storageSettings, users } from '~db/schema';
import { resealUsers } from '~/models/session/reseal.server';
import { readReturnToken, storeReturnToken } from '~/models/session/return-link.server';
import { openSecret, sealSecret } from '~/models/session/second-factor.server';
import { refreshStorages } from '~/models/storage/choice.server';
import { seal } from '~/services/secret-box.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { asking, createTestEvent } from '../factories';
import { withDatabases } from '../setup/databases';

const [old, fresh] = ['an old secret', 'a fresh secret'];
const both = { SESSION_SECRET: [fresh, old] as [string, string] };
const freshOnly = { SESSION_SECRET: [fresh] as [string] };

withDatabases('what an old secret sealed', (getDb) => {
  test('is sealed again, and opens without the old one', async () => {
    const db = getDb();
    // User 1 is the administrator, who has no private link.
    await createTestEvent(db);
    const oldOnly = { SESSION_SECRET: [old] as [string] };
    const { organizer } = await createTestEvent(db, { organizer: { passwordHash: 'hash' } });
    const actor = asking(organizer);
    await storeReturnToken({ db, env: oldOnly }, { actor, token: 'a token' });
    const secondFactorSealed = sealSecret(oldOnly, organizer.id, 'a factor');
    await db.update(users).set({ secondFactorSealed }).where(eq(users.id, organizer.id));
    const login = { host: 'ftp.example', user: 'u', password: 'p', secure: true };
    await db.insert(storageSettings).values({
      ftpCredentials: seal(JSON.stringify(login), { secret: old, purpose: 'ftp credentials' }),
      ftpBaseUrl: 'https://photos.example',
      ftpDirectory: '',
    });

    expect(await resealUsers(db, freshOnly)).toBe(0);
    expect(await resealUsers(db, both)).toBe(1);
    expect(await resealUsers(db, both)).toBe(0);
    await refreshStorages({ db, storage: createMemoryStorage(), env: both });

    const [user] = await db.select().from(users).where(eq(users.id, organizer.id));
    expect(readReturnToken({ env: freshOnly }, { actor, user: user ?? organizer })).toBe('a token');
    expect(openSecret(freshOnly, organizer.id, user?.secondFactorSealed ?? '')).toBe('a factor');
    const storage = createMemoryStorage();
    await refreshStorages({ db, storage, env: freshOnly });
    expect(storage.choice.access).toMatchObject({ host: 'ftp.example', password: 'p' });
  });
});
