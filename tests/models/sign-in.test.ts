import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { users } from '~db/schema';
import { addDays } from '~/models/day';
import { countParticipants } from '~/models/event.server';
import { findLookalike } from '~/models/lookalike.server';
import { hashPassword } from '~/models/password.server';
import { theRow } from '~/models/row.server';
import {
  consumeSignInLink,
  createReturnToken,
  createSignInLink,
  findUserByReturnToken,
  login,
  loginOrRegister,
  type Claim,
  type SignInDeps,
} from '~/models/sign-in.server';
import {
  checkVisitorAccess,
  findIdentity,
  getMember,
  presentUser,
  presentVisitor,
  register,
} from '~/models/user.server';
import { createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeMailer, createFakeStorage } from '../setup/fakes';

const NOW = new Date('2026-06-15T12:00:00Z');
const ENDED = { startDate: '2026-06-01', endDate: addDays(TODAY, -1) };

withDatabases('signing in', (getDb) => {
  const deps = (changes: Partial<SignInDeps> = {}): SignInDeps => ({
    db: getDb(),
    mail: null,
    now: () => NOW,
    today: () => TODAY,
    ...changes,
  });
  const signInMail = ({ token }: { token: string }) => ({ subject: 'Sign in', text: token });
  const person = () => ({ name: `Zoë ${unique()}`, email: `${unique()}@Example.com` });
  const join = (eventId: number, who = person()) =>
    register(getDb(), { eventId, ...who, today: TODAY });

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

  test('an ended or unknown event takes nobody in', async () => {
    const { event } = await party(ENDED);
    await expect(join(event.id)).rejects.toMatchObject({ code: 'event_ended_registration' });
    await expect(join(7)).rejects.toMatchObject({ code: 'event_not_found' });
  });

  test('on its last day an event still takes people in', async () => {
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

  test('signs that nobody sees in a name from before keep nobody out', async () => {
    const { event, signIn } = await party();
    const who = { name: `Zoë\u200E ${unique()}`, email: `${unique()}@example.com` };
    const user = await createTestUser(getDb(), event.id, who);
    expect((await signIn(who)).user.id).toBe(user.id);
  });

  test('bad names and e-mails are told before credentials, an ended event before both', async () => {
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

  test('after the end the organizer alone gets in', async () => {
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

  test('an organizer without password gets a link by mail, where mail is set up', async () => {
    const { organizer, signIn } = await party();
    const mail = createFakeMailer();
    const who = { name: organizer.name, email: organizer.email };
    expect((await signIn(who)).user.id).toBe(organizer.id);

    await expect(signIn(who, deps({ mail }))).rejects.toMatchObject({ code: 'sign_in_link_sent' });
    expect(mail.sent).toMatchObject([{ to: organizer.email, subject: 'Sign in' }]);
    // At once again: the link that was sent stays good, and the inbox is not filled.
    await expect(signIn(who, deps({ mail }))).rejects.toMatchObject({ code: 'sign_in_link_sent' });
    expect(mail.sent).toHaveLength(1);

    const token = theRow(mail.sent).text;
    expect((await consumeSignInLink(getDb(), { token, now: NOW })).id).toBe(organizer.id);
    await expect(consumeSignInLink(getDb(), { token, now: NOW })).rejects.toMatchObject({
      code: 'link_expired',
    });
  });

  test('a mail that could not be sent can be tried again at once', async () => {
    const { organizer, signIn } = await party();
    const mail = createFakeMailer();
    const cause = new Error('no connection');
    const broken = { send: () => Promise.reject(cause) };
    const error = vi.fn();
    await expect(signIn(organizer, deps({ mail: broken, log: { error } }))).rejects.toMatchObject({
      code: 'mail_failed',
      status: 503,
      retryAfter: 60,
      cause,
    });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: cause, userId: organizer.id },
      'a sign-in link could not be sent',
    );
    await expect(signIn(organizer, deps({ mail }))).rejects.toMatchObject({
      code: 'sign_in_link_sent',
    });
    expect(mail.sent).toHaveLength(1);
  });

  test('why a mail could not be sent is not hidden by a link that went meanwhile', async () => {
    const { organizer, signIn } = await party();
    const cause = new Error('no connection');
    const send = async () => {
      await createSignInLink(getDb(), { userId: organizer.id, now: NOW });
      throw cause;
    };
    const refused = { code: 'mail_failed', cause };
    await expect(signIn(organizer, deps({ mail: { send } }))).rejects.toMatchObject(refused);

    const error = vi.fn();
    const later = new Date(NOW.getTime() + 20 * 60_000);
    const away = vi.spyOn(getDb(), 'update');
    const sendBadly = async () => {
      away.mockImplementationOnce(() => {
        throw new Error('the database is away');
      });
      throw cause;
    };
    const server = deps({ mail: { send: sendBadly }, log: { error }, now: () => later });
    await expect(signIn(organizer, server)).rejects.toMatchObject(refused);
    expect(error).toHaveBeenCalledTimes(2);
    away.mockRestore();
  });

  test('a sign-in link is good for 15 minutes', async () => {
    const { organizer } = await party();
    const token = await createSignInLink(getDb(), { userId: organizer.id, now: NOW });
    const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    await expect(consumeSignInLink(getDb(), { token, now: after(15) })).rejects.toMatchObject({
      code: 'link_expired',
    });
    expect((await consumeSignInLink(getDb(), { token, now: after(14.9) })).id).toBe(organizer.id);
  });

  test('a renewed return link voids the old one; participants have none', async () => {
    const { event, organizer } = await party();
    const first = await createReturnToken(getDb(), { userId: organizer.id });
    const second = await createReturnToken(getDb(), { userId: organizer.id });
    expect(await findUserByReturnToken(getDb(), { token: first })).toBeNull();
    expect((await findUserByReturnToken(getDb(), { token: second }))?.id).toBe(organizer.id);
    const guest = await createTestUser(getDb(), event.id);
    const none = await createReturnToken(getDb(), { userId: guest.id });
    expect(await findUserByReturnToken(getDb(), { token: none })).toBeNull();
  });

  test('the dialog registers who is new and signs in who is not', async () => {
    const { event, organizer } = await party();
    const dialog = { eventId: event.id, ...person(), signInMail };
    const first = await loginOrRegister(deps(), dialog);
    expect(first.created).toBe(true);
    const second = await loginOrRegister(deps(), dialog);
    expect(second).toMatchObject({ created: false, user: { id: first.user.id } });
    const namesake = { ...dialog, name: organizer.name };
    expect((await loginOrRegister(deps(), namesake)).user.isOrganizer).toBe(false);
  });

  test('the dialog sent five times at once registers once', async () => {
    const { event } = await party();
    const dialog = { eventId: event.id, ...person(), signInMail };
    const all = await Promise.all(Array.from({ length: 5 }, () => loginOrRegister(deps(), dialog)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
  });

  describe('whoever comes back with a slip', () => {
    const CAMILLE = { name: 'Camille Martin', email: 'camille.martin@example.com' };
    const SLIP = { ...CAMILLE, email: 'camile.martin@example.com' };
    const ASKED = { code: 'maybe_known', status: 409, lookalike: { name: 'Camille M.' } };

    async function knownParty(fields: Parameters<typeof createTestEvent>[1] = {}) {
      const { event, organizer } = await party(fields);
      const camille = await createTestUser(getDb(), event.id, CAMILLE);
      type Typed = typeof CAMILLE & { claim?: Claim };
      const enter = (typed: Typed, given = deps()) =>
        loginOrRegister(given, { eventId: event.id, signInMail, ...typed });
      const count = () => countParticipants(getDb(), { eventId: event.id });
      return { event, organizer, camille, enter, count };
    }

    test('is asked, by a short name and nothing else', async () => {
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
        for (const secret of [CAMILLE.email, 'Martin', String(camille.id)]) {
          expect(told).not.toContain(secret);
        }
      }
      expect(await count()).toBe(1);
      expect((await enter(CAMILLE)).user.id).toBe(camille.id);
    });

    test('registers for who is somebody else, and is not asked again', async () => {
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

    test('nor is anybody by members of other events', async () => {
      await knownParty();
      const { event } = await party();
      const there = { eventId: event.id, signInMail, ...SLIP };
      expect((await loginOrRegister(deps(), there)).created).toBe(true);
    });

    test('nor who has registered this moment, by the same form sent twice', async () => {
      const { event } = await knownParty();
      const again = { eventId: event.id, ...CAMILLE, name: 'camille  martin' };
      expect(await findLookalike(getDb(), again)).toBeNull();
    });

    test('of several the nearest is meant', async () => {
      const { event, enter } = await knownParty();
      await createTestUser(getDb(), event.id, { ...CAMILLE, name: 'Camile Dupont' });
      await createTestUser(getDb(), event.id, { ...CAMILLE, email: 'kamile.martin@example.com' });
      const asked = (name: string) => ({ code: 'maybe_known', lookalike: { name } });
      await expect(enter(SLIP)).rejects.toMatchObject(asked('Camille M.'));
      const married = { ...CAMILLE, name: 'Camile Martin' };
      await expect(enter(married)).rejects.toMatchObject(asked('Camille M.'));
    });

    test('gets a link to the known address, where mails are sent', async () => {
      const { camille, enter, count } = await knownParty();
      const mail = createFakeMailer();
      const given = deps({ mail });
      await expect(enter(SLIP, given)).rejects.toMatchObject({
        lookalike: { name: 'Camille M.', getsLink: true },
      });
      expect(mail.sent).toEqual([]);
      const link = { ...SLIP, claim: 'link' } as const;
      // Pressed twice, it is sent once.
      for (let press = 0; press < 2; press++) {
        await expect(enter(link, given)).rejects.toMatchObject({ code: 'sign_in_link_sent' });
      }
      expect(mail.sent).toMatchObject([{ to: CAMILLE.email }]);
      const token = theRow(mail.sent).text;
      expect((await consumeSignInLink(getDb(), { token, now: NOW })).id).toBe(camille.id);
      expect(await count()).toBe(1);
    });

    test('gets none where no mails are sent, nor who looks like nobody', async () => {
      const { enter, count } = await knownParty();
      const link = { ...SLIP, claim: 'link' } as const;
      await expect(enter(link)).rejects.toMatchObject({
        code: 'maybe_known',
        lookalike: { getsLink: false },
      });
      const mail = createFakeMailer();
      await expect(enter({ ...person(), claim: 'link' }, deps({ mail }))).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
      expect(mail.sent).toEqual([]);
      expect(await count()).toBe(1);
    });

    test('an organizer gets one, unless there is a password', async () => {
      const passwordHash = await hashPassword('open sesame');
      const organizer = { name: 'Nina Vogel', email: 'nina.vogel@example.com' };
      const slip = { ...organizer, email: 'nina.vogle@example.com', claim: 'link' } as const;
      const mail = createFakeMailer();
      const closed = await knownParty({ organizer: { ...organizer, passwordHash } });
      await expect(closed.enter(slip, deps({ mail }))).rejects.toMatchObject({
        code: 'maybe_known',
        lookalike: { name: 'Nina V.', getsLink: false },
      });
      expect(mail.sent).toEqual([]);
      const open = await knownParty({ organizer });
      await expect(open.enter(slip, deps({ mail }))).rejects.toMatchObject({
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

  test('a visitor gets in by the two names while the event lasts', async () => {
    const { event, names } = await party();
    const visited = await checkVisitorAccess(getDb(), { ...names, today: TODAY });
    expect(presentVisitor(visited)).toMatchObject({
      id: -1,
      name: 'Visitor',
      eventId: event.id,
      isOrganizer: false,
      isVisitor: true,
    });
    const late = { ...names, today: addDays(event.endDate, 1) };
    await expect(checkVisitorAccess(getDb(), late)).rejects.toMatchObject({ code: 'event_ended' });
  });

  test('a session stands for somebody only while they are there', async () => {
    const { event, organizer } = await party();
    const { event: other } = await party();
    const find = (userId: number | null, eventId: number) =>
      findIdentity(getDb(), { userId, eventId });
    expect(await find(organizer.id, event.id)).toMatchObject({
      user: { id: organizer.id },
      event: { id: event.id },
    });
    expect(await find(null, event.id)).toMatchObject({ user: null, event: { id: event.id } });
    expect(await find(organizer.id, other.id)).toBeNull();
    expect(await find(null, 5)).toBeNull();
    const guest = await createTestUser(getDb(), event.id);
    await getDb().delete(users).where(eq(users.id, guest.id));
    expect(await find(guest.id, event.id)).toBeNull();
  });

  test('a member of another event is out of reach', async () => {
    const { event, organizer } = await party();
    const { event: other } = await party();
    const get = (userId: number, eventId: number) => getMember(getDb(), { userId, eventId });
    expect((await get(organizer.id, event.id)).id).toBe(organizer.id);
    await expect(get(organizer.id, other.id)).rejects.toMatchObject({ code: 'access_denied' });
    await expect(get(9_000_000_000, event.id)).rejects.toMatchObject({ code: 'user_not_found' });
  });

  test('the own record holds its eight fields and nothing secret', async () => {
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
    ]);
  });
});
