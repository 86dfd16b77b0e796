import { beforeAll, expect, test, vi } from 'vitest';
import { hashPassword } from '~/models/session/password.server';
import { changeOwnDetails, openEmailLink, readEmailLink } from '~/models/user/email-change.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeLinkMailer, createFakeMailer } from '../setup/fakes';
import { getMember, type UserRow } from '~/models/user/read.server';
import type { Mailer } from '~/services/mail.server';

const NOW = new Date('2026-06-15T12:00:00Z');

withDatabases('a changed e-mail address', (getDb) => {
  // User 1 is the administrator, whose address cannot be changed in the settings.
  beforeAll(() => createTestEvent(getDb()));
  const words = {
    link: ({ token }: { token: string }) => ({ subject: 'link', text: token }),
    changed: () => ({ subject: 'changed', text: '' }),
  };
  const error = vi.fn();
  const deps = (changes: object = {}) => ({
    db: getDb(),
    mail: null,
    env: { SESSION_SECRET: ['a secret'] as const },
    now: () => NOW,
    today: () => TODAY,
    log: { error },
    ...changes,
  });
  const limited = (mail: Mailer) => ({ mail: createFakeLinkMailer(mail) });
  const change = (user: UserRow, given: object, values: object = {}) =>
    changeOwnDetails(deps(given), {
      actor: asking(user),
      user,
      name: user.name,
      email: `new.${unique()}@example.com`,
      words,
      ...values,
    });
  const now = (user: UserRow) => getMember(getDb(), { userId: user.id, eventId: user.eventId });
  const people = async () => {
    const { event, organizer } = await createTestEvent(getDb());
    return [organizer, await createTestUser(getDb(), event.id)] as const;
  };

  test('waits for a link to the old address, which is notified after the change', async () => {
    for (const user of await people()) {
      const mail = createFakeMailer();
      const email = `New.${unique()}@example.com`;
      const name = `Renamed ${unique()}`;
      expect(await change(user, limited(mail), { email, name })).toBe('waiting');
      // The name proves nothing, so it changes at once.
      expect(await now(user)).toMatchObject({ email: user.email, name });
      const [link] = mail.sent;
      expect(link).toMatchObject({ to: user.email, subject: 'link' });
      const token = link?.text ?? '';
      expect(await readEmailLink(deps(), { token })).toMatchObject({
        email,
        user: { id: user.id },
      });
      expect(await now(user)).toMatchObject({ email: user.email });
      await openEmailLink(deps(limited(mail)), { token, words });
      expect(await now(user)).toMatchObject({ email, emailKey: email.toLowerCase(), name });
      expect(mail.sent[1]).toMatchObject({ to: user.email, subject: 'changed' });
      // It works once.
      const again = openEmailLink(deps(limited(mail)), { token, words });
      await expect(again).rejects.toMatchObject({ code: 'link_expired' });
    }
  });

  test('a link is valid for 15 minutes, only under our own secret, and once even if opened twice at once', async () => {
    const [user] = await people();
    const mail = createFakeMailer();
    await change(user, limited(mail));
    const token = mail.sent[0]?.text ?? '';
    const after = (minutes: number) => ({ now: () => new Date(NOW.getTime() + minutes * 60_000) });
    expect(await readEmailLink(deps(after(14.9)), { token })).not.toBeNull();
    for (const other of [after(15), { env: { SESSION_SECRET: ['another'] } }]) {
      expect(await readEmailLink(deps(other), { token })).toBeNull();
    }
    const both = [1, 2].map(() => openEmailLink(deps(limited(mail)), { token, words }));
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('takes the password if there is one, and still notifies the old address', async () => {
    const { organizer } = await createTestEvent(getDb(), {
      organizer: { passwordHash: await hashPassword('sesame') },
    });
    const mail = createFakeMailer();
    const wrong = change(organizer, limited(mail), { current: 'barley' });
    await expect(wrong).rejects.toMatchObject({ code: 'password_wrong' });
    expect(mail.sent).toEqual([]);
    const email = `new.${unique()}@example.com`;
    expect(await change(organizer, limited(mail), { current: 'sesame', email })).toBe('changed');
    expect(await now(organizer)).toMatchObject({ email });
    expect(mail.sent).toEqual([
      expect.objectContaining({ to: organizer.email, subject: 'changed' }),
    ]);
  });

  test('without mails the session is enough; a mail that fails changes nothing', async () => {
    const [user] = await people();
    const send = () => Promise.reject(new Error('away'));
    const refused = change(user, limited({ send }));
    await expect(refused).rejects.toMatchObject({ code: 'mail_failed' });
    expect(await now(user)).toMatchObject({ email: user.email });
    const email = `new.${unique()}@example.com`;
    expect(await change(user, {}, { email })).toBe('changed');
    expect(await now(user)).toMatchObject({ email });
  });
});
