import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '~db/schema';
import { changePassword } from '~/models/session/credentials.server';
import {
  confirmDoubtedPassword,
  revokeDoubtedPassword,
} from '~/models/session/password-doubt.server';
import { renewReturnLink } from '~/models/session/return-link.server';
import { beginSession, listOwnSessions, renewalOf } from '~/models/session/write.server';
import { createReturnToken } from '~/models/session/sign-in.server';
import { hashSessionToken, newToken } from '~/models/session/token.server';
import { asking, createTestEvent } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('a first password in doubt', (getDb) => {
  const DAY = 24 * 60 * 60 * 1000;

  async function party({ hasLink = true } = {}) {
    // The first user of a database is the administrator.
    await createTestEvent(getDb());
    const { organizer } = await createTestEvent(getDb());
    const token = hasLink ? await createReturnToken(getDb(), { userId: organizer.id }) : '';
    const read = async () => {
      const [user] = await getDb().select().from(users).where(eq(users.id, organizer.id));
      if (!user) throw new Error('gone');
      return user;
    };
    const begin = async (isProven: boolean) => {
      const session = { token: newToken(), isProven, userAgent: null, now: new Date() };
      await beginSession(getDb(), { ...session, who: { user: await read() } });
      return hashSessionToken(session.token);
    };
    const actor = asking(organizer);
    const choose = async (password: string, isProven: boolean, current?: string) =>
      changePassword(getDb(), { actor, isProven, password, current });
    const sessions = async () =>
      (await listOwnSessions(getDb(), { userId: organizer.id, now: new Date() })).length;
    return { actor, token, read, begin, choose, sessions };
  }

  test('ends no session, and stays in doubt after another password of the same kind', async () => {
    const { begin, choose, read, sessions } = await party();
    await begin(true);
    await begin(false);
    await choose('taken by a thief', false);
    expect([(await read()).passwordDoubtedAt !== null, await sessions()]).toEqual([true, 2]);
    await choose('taken by a thief again', false, 'taken by a thief');
    expect([(await read()).passwordDoubtedAt !== null, await sessions()]).toEqual([true, 2]);
    await choose('my very own', true, 'taken by a thief again');
    expect([(await read()).passwordDoubtedAt, await sessions()]).toEqual([null, 0]);
  });

  test('is not in doubt if there is no link to take it back', async () => {
    const { choose, read } = await party({ hasLink: false });
    await choose('my very own', false);
    expect((await read()).passwordDoubtedAt).toBeNull();
  });

  test('is taken back with the link, as a URL or its token alone, and ends all other sessions', async () => {
    const { actor, token, begin, choose, read, sessions } = await party();
    const own = await begin(false);
    await begin(false);
    await choose('taken by a thief', false);
    const takeBack = (link?: string, isProven = false) =>
      revokeDoubtedPassword(getDb(), { actor, isProven, link, renewal: renewalOf({ id: own }) });
    await expect(takeBack()).rejects.toMatchObject({ code: 'all_fields_required', field: 'link' });
    await expect(takeBack('https://photos.example/return/x')).rejects.toMatchObject({
      code: 'link_expired',
      field: 'link',
    });
    expect((await read()).passwordHash).not.toBeNull();
    expect(await takeBack(` https://photos.example/return/${token} `)).toBe(true);
    expect(await read()).toMatchObject({ passwordHash: null, passwordDoubtedAt: null });
    expect(await sessions()).toBe(1);
    // A second time changes nothing, and a password that is not in doubt stays.
    await choose('my very own', true);
    expect(await takeBack(token)).toBe(false);
    expect((await read()).passwordHash).not.toBeNull();
  });

  test('is accepted by a session with a better proof, and by no other', async () => {
    const { actor, choose, read } = await party();
    await choose('taken by a thief', false);
    await expect(confirmDoubtedPassword(getDb(), { actor, isProven: false })).rejects.toMatchObject(
      {
        code: 'access_denied',
      },
    );
    await confirmDoubtedPassword(getDb(), { actor, isProven: true });
    expect(await read()).toMatchObject({ passwordDoubtedAt: null });
  });

  test('allows no new private link for a week', async () => {
    const { actor, choose, read } = await party();
    const env = { SESSION_SECRET: ['a secret of thirty-two letters or more'] as [string] };
    const renew = async (isProven: boolean, current?: string) =>
      renewReturnLink({ db: getDb(), env }, { actor, user: await read(), isProven, current });
    const refused = { code: 'link_unproven' };
    await expect(renew(false)).rejects.toMatchObject(refused);
    await choose('taken by a thief', false);
    await expect(renew(false, 'taken by a thief')).rejects.toMatchObject(refused);
    const { id } = await read();
    const passwordDoubtedAt = new Date(Date.now() - 8 * DAY);
    await getDb().update(users).set({ passwordDoubtedAt }).where(eq(users.id, id));
    await renew(false, 'taken by a thief');
    expect((await read()).passwordDoubtedAt).toBeNull();
  });
});
