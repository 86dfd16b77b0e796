import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { users } from '~db/schema';
import { addDays } from '~/models/day';
import { countParticipants } from '~/models/event/read.server';
import { findLookalike } from '~/models/user/lookalike.server';
import { hashPassword } from '~/models/session/password.server';
import { singleRow } from '~/models/row.server';
import { createAttemptCounter } from '~/models/session/attempts.server';
import {
  consumeSignInLink,
  createLinkMailer,
  findUserBySignInLink,
} from '~/models/session/sign-in-link.server';
import {
  createReturnToken,
  findUserByReturnToken,
  login,
  loginOrRegister,
  openReturnLink,
  type Claim,
  type SignInDeps,
} from '~/models/session/sign-in.server';
import {
  checkVisitorAccess,
  getMember,
  presentUser,
  presentVisitor,
} from '~/models/user/read.server';
import { register, type RegisterDeps } from '~/models/user/register.server';
import { createSignInLink, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS, createFakeLinkMailer, createFakeMailer, createFakeStorage } from '../setup/fakes';

const NOW = new Date('2026-06-15T12:00:00Z');
const ENDED = { startDate: '2026-06-01', endDate: addDays(TODAY, -1) };

withDatabases('signing in', (getDb) => {
  const deps = (changes: Partial<SignInDeps> = {}): SignInDeps & RegisterDeps => ({
    db: getDb(),
    env: KEYS,
    mail: null,
    now: () => NOW,
    today: () => TODAY,
    ...changes,
  });
  const signInMail = ({ token }: { token: string }) => ({ subject: 'Sign in', text: token });
  const attempts = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
  const consume = (token: string, now = NOW) =>
    consumeSignInLink({ db: getDb(), attempts }, { token, now });
  const person = () => ({ name: `Zoë ${unique()}`, email: `${unique()}@Example.com` });
  const join = (eventId: number, who = person()) =>
    register(deps(), { eventId, ...who, today: TODAY });

  async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
    const { event, organizer, organizerName } = await createTestEvent(getDb(), fields);
    const names = { event: event.name, organizerName };
    const signIn = (who: { name: string; email: string; password?: string }, given = deps()) =>
      login(given, { ...names, signInMail, ...who });
    return { event, organizer, names, signIn };
  }

  test('a registered participant is a member without password', async () => {
    const { event } = await party();
    const user = await join(event.id, { name: ' Zoë  Müller ', email: ' Zoe@Example.com ' });
    expect(user).toMatchObject({
      eventId: event.id,
      name: 'Zoë  Müller',
      email: 'Zoe@Example.com',
      username: 'zoë_müller',
      isOrganizer: false,
      passwordHash: null,
    });
  });

  test('registering twice is refused, even when the event is full', async () => {
    const { event } = await party({ maxUsers: 1 });
    const who = person();
    await join(event.id, who);
    const again = { name: who.name.toUpperCase(), email: who.email.toLowerCase() };
    await expect(join(event.id, again)).rejects.toMatchObject({ code: 'user_exists' });
    await expect(join(event.id)).rejects.toMatchObject({ code: 'event_full' });
  });

  test('an ended or unknown event accepts nobody', async () => {
    const { event } = await party(ENDED);
    await expect(join(event.id)).rejects.toMatchObject({ code: 'event_ended_registration' });
    await expect(join(7)).rejects.toMatchObject({ code: 'event_not_found' });
  });

  test('on its last day an event still accepts people', async () => {
    const { event } = await party({ endDate: TODAY });
    expect((await join(event.id)).eventId).toBe(event.id);
  });

  test('40 registrations at once for 5 places store 5', async () => {
    const { event } = await party({ maxUsers: 5 });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => join(event.id)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(35);
    expect(new Set(refused.map((outcome) => outcome.reason.code))).toEqual(new Set(['event_full']));
    expect(await countParticipants(getDb(), { eventId: event.id })).toBe(5);
  });

  test('name and e-mail sign a participant in, whatever their case', async () => {
    const { event, signIn } = await party();
    const who = person();
    const { id } = await join(event.id, who);
    const typed = { name: `  ${who.name.toUpperCase()}`, email: who.email.toLowerCase() };
    const { user } = await signIn(typed);
    expect(user.id).toBe(id);
    await expect(signIn({ ...who, email: 'x@example.com' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(
      signIn({ ...who, email: 'x@example.com', password: 'secret!' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('invisible signs in an older name lock nobody out', async () => {
    const { event, signIn } = await party();
    const who = { name: `Zoë\u200E ${unique()}`, email: `${unique()}@example.com` };
    const user = await createTestUser(getDb(), event.id, who);
    expect((await signIn(who)).user.id).toBe(user.id);
  });

  test('bad names and e-mails are reported before credentials, an ended event before both', async () => {
    const { signIn } = await party();
    const empty = { name: '', email: '' };
    await expect(signIn(empty)).rejects.toMatchObject({ code: 'name_min', field: 'name' });
    await expect(signIn({ name: 'Zoë', email: 'x' })).rejects.toMatchObject({
      code: 'email_invalid',
      field: 'email',
    });
    const { signIn: signInLate } = await party(ENDED);
    await expect(signInLate(empty)).rejects.toMatchObject({ code: 'event_ended' });
  });

  test('after the end only the organizer can sign in', async () => {
    const { event, organizer, signIn } = await party(ENDED);
    const guest = await createTestUser(getDb(), event.id);
    await expect(signIn(guest)).rejects.toMatchObject({ code: 'event_ended' });
    expect((await signIn(organizer)).user.id).toBe(organizer.id);
    const dialog = { eventId: event.id, name: guest.name, email: guest.email, signInMail };
    await expect(loginOrRegister(deps(), dialog)).rejects.toMatchObject({ code: 'event_ended' });
    await expect(loginOrRegister(deps(), { ...dialog, ...person() })).rejects.toMatchObject({
      code: 'event_ended_registration',
    });
  });

  test('an organizer who chose a password needs it', async () => {
    const passwordHash = await hashPassword('open sesame');
    const { organizer, signIn } = await party({ organizer: { passwordHash } });
    const who = { name: organizer.name, email: organizer.email };
    await expect(signIn(who)).rejects.toMatchObject({
      code: 'password_required',
      field: 'password',
    });
    await expect(signIn({ ...who, password: 'open barley' })).rejects.toMatchObject({
      code: 'invalid_credentials',
      field: 'password',
    });
    expect((await signIn({ ...who, password: 'open sesame' })).user.id).toBe(organizer.id);
  });

  test('an organizer without password gets a link by mail, if mail is set up', async () => {
    const { organizer, signIn } = await party();
    const inbox = createFakeMailer();
    const mail = createLinkMailer({ mail: inbox, attempts, address: '192.0.2.1' });
    const who = { name: organizer.name, email: organizer.email };
    expect((await signIn(who)).user.id).toBe(organizer.id);

    // At once again: the link that was sent stays valid, and the inbox is not filled.
    const presses = await Promise.allSettled([1, 2, 3].map(() => signIn(who, deps({ mail }))));
    expect(presses).toMatchObject(Array(3).fill({ reason: { code: 'sign_in_link_sent' } }));
    expect(inbox.sent).toMatchObject([{ to: organizer.email, subject: 'Sign in' }]);

    const token = singleRow(inbox.sent).text;
    expect(await consume(token)).toMatchObject({ id: organizer.id, emailConfirmedAt: NOW });
    await expect(consume(token)).rejects.toMatchObject({ code: 'link_expired' });
    // A user who has used it may want the next one at once.
    await expect(signIn(who, deps({ mail }))).rejects.toMatchObject({ code: 'sign_in_link_sent' });
    expect(inbox.sent).toHaveLength(2);
  });

  test('if proof is required, name and e-mail let no organizer in, and every guest', async () => {
    const { event, organizer, signIn } = await party();
    const required = deps({ isProofRequired: true });
    const refused = { code: 'organizer_proof', status: 401 };
    await expect(signIn(organizer, required)).rejects.toMatchObject(refused);
    const { name, email } = organizer;
    const dialog = loginOrRegister(required, { eventId: event.id, name, email, signInMail });
    await expect(dialog).rejects.toMatchObject(refused);
    const guest = await createTestUser(getDb(), event.id);
    expect((await signIn(guest, required)).user.id).toBe(guest.id);
    const passwordHash = await hashPassword('open sesame');
    await getDb().update(users).set({ passwordHash }).where(eq(users.id, organizer.id));
    const withPassword = { name, email, password: 'open sesame' };
    expect((await signIn(withPassword, required)).user.id).toBe(organizer.id);
  });

  test('a link that was mailed before a password was chosen does not bypass it', async () => {
    const { organizer } = await party();
    const token = await createSignInLink(getDb(), { userId: organizer.id, now: NOW });
    const passwordHash = await hashPassword('open sesame');
    await getDb().update(users).set({ passwordHash }).where(eq(users.id, organizer.id));
    expect(await findUserBySignInLink(getDb(), { token, now: NOW })).toBeNull();
    await expect(consume(token)).rejects.toMatchObject({ code: 'link_expired' });
  });

  test('a mail that could not be sent can be tried again at once, and invalidates no link', async () => {
    const { organizer, signIn } = await party();
    const good = await createSignInLink(getDb(), { userId: organizer.id, now: NOW });
    const inbox = createFakeMailer();
    const cause = new Error('no connection');
    const send = vi.spyOn(inbox, 'send').mockRejectedValueOnce(cause);
    const mail = createFakeLinkMailer({ send: (message) => inbox.send(message) });
    const error = vi.fn();
    await expect(signIn(organizer, deps({ mail, log: { error } }))).rejects.toMatchObject({
      code: 'mail_failed',
      status: 503,
      retryAfter: 60,
      cause,
    });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: cause, userId: organizer.id },
      'a sign-in link could not be sent',
    );
    const isGood = (token: string) => findUserBySignInLink(getDb(), { token, now: NOW });
    expect((await isGood(good))?.id).toBe(organizer.id);
    send.mockRestore();
    await expect(signIn(organizer, deps({ mail }))).rejects.toMatchObject({
      code: 'sign_in_link_sent',
    });
    expect(await isGood(good)).toBeNull();
    expect((await isGood(singleRow(inbox.sent).text))?.id).toBe(organizer.id);
  });

  test('five links an hour go to somebody in an event; the sixth invalidates none, and other events do not count', async () => {
    const email = `${unique()}@example.com`;
    const confirmed = { email, emailConfirmedAt: NOW };
    const inbox = createFakeMailer();
    const counter = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
    const ask = async ({ signIn, organizer }: Awaited<ReturnType<typeof party>>) => {
      const mail = createLinkMailer({ mail: inbox, attempts: counter, address: unique() });
      const asked = signIn(organizer, deps({ mail })).catch((error: unknown) => error);
      const refusal = (await asked) as { code: string };
      await counter.forget(['mail_pause', `${organizer.id} ${organizer.emailKey}`]);
      return refusal.code;
    };
    const own = await party({ organizer: confirmed });
    // Strangers who give this address share ten an hour, and use up none of its own.
    const strangers = [];
    for (let i = 0; i < 3; i++) strangers.push(await party({ organizer: { email } }));
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await ask(strangers[i % 3] as typeof own));
    expect(answers).toEqual([
      ...Array<string>(10).fill('sign_in_link_sent'),
      ...Array<string>(2).fill('too_many_attempts'),
    ]);

    for (let i = 0; i < 5; i++) expect(await ask(own)).toBe('sign_in_link_sent');
    const token = inbox.sent.at(-1)?.text ?? '';
    expect(await ask(own)).toBe('too_many_attempts');
    expect(inbox.sent).toHaveLength(15);
    expect((await consume(token)).id).toBe(own.organizer.id);
  });

  test('an unconfirmed address gets no words of others', async () => {
    const { event, organizer, signIn } = await party();
    const inbox = createFakeMailer();
    const given = vi.fn(({ token }: { token: string }) => ({ subject: '', text: token }));
    const enter = () => {
      const mail = createFakeLinkMailer(inbox);
      const names = { event: event.name, organizerName: organizer.name };
      return login(deps({ mail }), {
        ...names,
        ...organizer,
        password: undefined,
        signInMail: given,
      });
    };
    await enter().catch(() => undefined);
    await consume(singleRow(inbox.sent).text);
    await enter().catch(() => undefined);
    expect(given.mock.calls).toMatchObject([[{ isConfirmed: false }], [{ isConfirmed: true }]]);
    expect(await signIn(organizer)).toMatchObject({ user: { id: organizer.id } });
  });

  test('a sign-in link is valid for 15 minutes', async () => {
    const { organizer } = await party();
    const token = await createSignInLink(getDb(), { userId: organizer.id, now: NOW });
    const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    await expect(consume(token, after(15))).rejects.toMatchObject({
      code: 'link_expired',
    });
    expect((await consume(token, after(14.9))).id).toBe(organizer.id);
  });

  test('a renewed return link invalidates the old one; participants have none', async () => {
    const { event, organizer } = await party();
    const first = await createReturnToken(getDb(), { userId: organizer.id });
    const second = await createReturnToken(getDb(), { userId: organizer.id });
    expect(await findUserByReturnToken(getDb(), { token: first })).toBeNull();
    expect((await findUserByReturnToken(getDb(), { token: second }))?.id).toBe(organizer.id);
    const guest = await createTestUser(getDb(), event.id);
    const none = await createReturnToken(getDb(), { userId: guest.id });
    expect(await findUserByReturnToken(getDb(), { token: none })).toBeNull();
  });

  test('a return link ends after a year', async () => {
    const { organizer } = await party();
    const token = await createReturnToken(getDb(), { userId: organizer.id });
    const age = (days: number) =>
      getDb()
        .update(users)
        .set({
          returnTokenExpiresAt: sql`${users.returnTokenExpiresAt} - make_interval(days => ${days})`,
        })
        .where(eq(users.id, organizer.id));
    await age(364);
    expect((await openReturnLink(getDb(), { token })).id).toBe(organizer.id);
    await age(1);
    const refusal = openReturnLink(getDb(), { token });
    await expect(refusal).rejects.toMatchObject({ code: 'link_expired' });
  });

  test('the dialog registers new people and signs known ones in', async () => {
    const { event, organizer } = await party();
    const dialog = { eventId: event.id, ...person(), signInMail };
    const first = await loginOrRegister(deps(), dialog);
    expect(first.created).toBe(true);
    const second = await loginOrRegister(deps(), dialog);
    expect(second).toMatchObject({ created: false, user: { id: first.user.id } });
    const namesake = loginOrRegister(deps(), { ...dialog, name: organizer.name });
    await expect(namesake).rejects.toMatchObject({ code: 'name_imitates', field: 'name' });
  });

  test('the dialog sent five times at once registers once', async () => {
    const { event } = await party();
    const dialog = { eventId: event.id, ...person(), signInMail };
    const all = await Promise.all(Array.from({ length: 5 }, () => loginOrRegister(deps(), dialog)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
  });

  describe('somebody who returns with a typing mistake', () => {
    const CAMILLE = { name: 'Camille Martin', email: 'camille.martin@example.com' };
    const SLIP = { ...CAMILLE, email: 'camile.martin@example.com' };
    const ASKED = { code: 'maybe_known', status: 409, lookalike: { getsLink: false } };

    async function knownParty(fields: Parameters<typeof createTestEvent>[1] = {}) {
      const { event, organizer } = await party(fields);
      const camille = await createTestUser(getDb(), event.id, CAMILLE);
      type Typed = typeof CAMILLE & { claim?: Claim };
      const enter = (typed: Typed, given = deps()) =>
        loginOrRegister(given, { eventId: event.id, signInMail, ...typed });
      const count = () => countParticipants(getDb(), { eventId: event.id });
      return { event, organizer, camille, enter, count };
    }

    test('is asked, and reads nothing of the member', async () => {
      const { camille, enter, count } = await knownParty();
      for (const typed of [
        SLIP,
        { name: 'CAMILLE MARTÍN', email: 'Camille.Martin@exmaple.com' },
        { ...CAMILLE, name: 'Camile Martin' },
        { ...CAMILLE, name: 'Camille' },
      ]) {
        const refusal: unknown = await enter(typed).catch((error: unknown) => error);
        expect(refusal).toMatchObject(ASKED);
        const told = JSON.stringify(refusal);
        for (const secret of [CAMILLE.email, 'Camille', 'Martin', String(camille.id)]) {
          expect(told).not.toContain(secret);
        }
      }
      expect(await count()).toBe(1);
      expect((await enter(CAMILLE)).user.id).toBe(camille.id);
    });

    test('registers as another person, and is not asked again', async () => {
      const { camille, enter, count } = await knownParty();
      const { user, created } = await enter({ ...SLIP, claim: 'other' });
      expect([created, user.id === camille.id]).toEqual([true, false]);
      expect((await enter(SLIP)).user.id).toBe(user.id);
      expect(await count()).toBe(2);
    });

    test('namesakes, families and guests with numbers are not asked', async () => {
      const { enter, count } = await knownParty();
      const people = [
        { ...CAMILLE, email: 'c.martin@example.com' },
        { ...CAMILLE, name: 'Paul Martin' },
        { name: 'Camille Moreau', email: 'camille.mortin@example.com' },
        { name: 'Nina Vogel', email: 'nina-17@example.com' },
        { name: 'Nina Weber', email: 'nina-18@example.com' },
        { name: 'Table 1', email: 'tables@example.com' },
        { name: 'Table 2', email: 'tables@example.com' },
      ];
      for (const typed of people) expect((await enter(typed)).created).toBe(true);
      expect(await count()).toBe(1 + people.length);
    });

    test('is not compared with members of other events', async () => {
      await knownParty();
      const { event } = await party();
      const there = { eventId: event.id, signInMail, ...SLIP };
      expect((await loginOrRegister(deps(), there)).created).toBe(true);
    });

    test('is not compared with somebody who registered this moment, by the same form sent twice', async () => {
      const { event } = await knownParty();
      const again = { eventId: event.id, ...CAMILLE, name: 'camille  martin' };
      expect(await findLookalike(getDb(), again)).toBeNull();
    });

    test('means the most similar of several', async () => {
      const { event, camille } = await knownParty();
      await createTestUser(getDb(), event.id, { ...CAMILLE, name: 'Camile Dupont' });
      await createTestUser(getDb(), event.id, { ...CAMILLE, email: 'kamile.martin@example.com' });
      for (const typed of [SLIP, { ...CAMILLE, name: 'Camile Martin' }]) {
        const meant = await findLookalike(getDb(), { eventId: event.id, ...typed });
        expect(meant?.id).toBe(camille.id);
      }
    });

    test('gets a link to the known address, if mails are sent', async () => {
      const { camille, enter, count } = await knownParty();
      const mail = createFakeMailer();
      const given = deps({ mail: createFakeLinkMailer(mail) });
      await expect(enter(SLIP, given)).rejects.toMatchObject({
        lookalike: { getsLink: true },
      });
      expect(mail.sent).toEqual([]);
      const link = { ...SLIP, claim: 'link' } as const;
      // Pressed twice, it is sent once.
      for (let press = 0; press < 2; press++) {
        await expect(enter(link, given)).rejects.toMatchObject({ code: 'sign_in_link_sent' });
      }
      expect(mail.sent).toMatchObject([{ to: CAMILLE.email }]);
      const token = singleRow(mail.sent).text;
      expect((await consume(token)).id).toBe(camille.id);
      expect(await count()).toBe(1);
    });

    test('gets none if no mails are sent, or if nobody is similar', async () => {
      const { enter, count } = await knownParty();
      const link = { ...SLIP, claim: 'link' } as const;
      await expect(enter(link)).rejects.toMatchObject({
        code: 'maybe_known',
        lookalike: { getsLink: false },
      });
      const mail = createFakeMailer();
      await expect(
        enter({ ...person(), claim: 'link' }, deps({ mail: createFakeLinkMailer(mail) })),
      ).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
      expect(mail.sent).toEqual([]);
      expect(await count()).toBe(1);
    });

    test('gets one as an organizer, unless there is a password', async () => {
      const passwordHash = await hashPassword('open sesame');
      const organizer = { name: 'Nina Vogel', email: 'nina.vogel@example.com' };
      const slip = { ...organizer, email: 'nina.vogle@example.com', claim: 'link' } as const;
      const mail = createFakeMailer();
      const closed = await knownParty({ organizer: { ...organizer, passwordHash } });
      await expect(
        closed.enter(slip, deps({ mail: createFakeLinkMailer(mail) })),
      ).rejects.toMatchObject({
        code: 'maybe_known',
        lookalike: { getsLink: false },
      });
      expect(mail.sent).toEqual([]);
      const open = await knownParty({ organizer });
      await expect(
        open.enter(slip, deps({ mail: createFakeLinkMailer(mail) })),
      ).rejects.toMatchObject({
        code: 'sign_in_link_sent',
      });
      expect(mail.sent).toMatchObject([{ to: organizer.email }]);
    });

    test('reads first that an event has ended or is full', async () => {
      const late = await knownParty(ENDED);
      await expect(late.enter(SLIP)).rejects.toMatchObject({ code: 'event_ended_registration' });
      const full = await knownParty({ maxUsers: 1 });
      await expect(full.enter(SLIP)).rejects.toMatchObject({ code: 'event_full' });
    });

    test('is found among two thousand', async () => {
      const { event, enter, count } = await knownParty({ maxUsers: 5000 });
      const others = Array.from({ length: 2000 }, (_, number) => {
        const name = `Guest of the party ${number}`;
        const email = `guest-of-the-party-${number}@example.com`;
        return {
          username: 'guest',
          eventId: event.id,
          name,
          nameKey: name,
          email,
          emailKey: email,
        };
      });
      await getDb().insert(users).values(others);
      await expect(enter(SLIP)).rejects.toMatchObject(ASKED);
      const more = {
        name: 'Guest of the party 2001',
        email: 'guest-of-the-party-2001@example.com',
      };
      expect((await enter(more)).created).toBe(true);
      expect(await count()).toBe(2002);
    });
  });

  test('a visitor enters by the two names while the event lasts', async () => {
    const { event, names } = await party();
    const visited = await checkVisitorAccess(getDb(), { ...names, link: null, today: TODAY });
    expect(presentVisitor(visited)).toMatchObject({
      id: -1,
      name: 'Visitor',
      eventId: event.id,
      isOrganizer: false,
      isVisitor: true,
    });
    const late = { ...names, link: null, today: addDays(event.endDate, 1) };
    await expect(checkVisitorAccess(getDb(), late)).rejects.toMatchObject({ code: 'event_ended' });
  });

  test('a member of another event cannot be reached', async () => {
    const { event, organizer } = await party();
    const { event: other } = await party();
    const get = (userId: number, eventId: number) => getMember(getDb(), { userId, eventId });
    expect((await get(organizer.id, event.id)).id).toBe(organizer.id);
    await expect(get(organizer.id, other.id)).rejects.toMatchObject({ code: 'access_denied' });
    await expect(get(9_000_000_000, event.id)).rejects.toMatchObject({ code: 'user_not_found' });
  });

  test('the user’s own record has its nine fields and nothing secret', async () => {
    const { organizer } = await party();
    expect(Object.keys(presentUser(organizer, createFakeStorage()))).toEqual([
      'id',
      'username',
      'email',
      'name',
      'eventId',
      'isOrganizer',
      'isVisitor',
      'selfieUrl',
      'tableId',
    ]);
  });
});
