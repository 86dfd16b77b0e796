import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { events, users } from '~db/schema';
import type { Env } from '~/env.server';
import { enter, trySignIn } from '~/http/authenticator.server';
import type { RequestArgs, RequestContext } from '~/http/context';
import { identify, sessionHeaders } from '~/http/guards.server';
import { createBrowserMarkCookie } from '~/http/browser-mark.server';
import { createLastEventCookie } from '~/http/last-event.server';
import { createTableCookie, rememberTable } from '~/http/table.server';
import { createSessionStore } from '~/http/session.server';
import { createAttemptCounter } from '~/models/session/attempts.server';
import type { DomainError } from '~/models/errors';
import { addDays } from '~/models/day';
import { findEvent } from '~/models/event/read.server';
import { createIdentities } from '~/models/session/identity.server';
import { hashPassword } from '~/models/session/password.server';
import { readReturnToken } from '~/models/session/return-link.server';
import { singleRow } from '~/models/row.server';
import { listTables } from '~/models/table/read.server';
import { setTables } from '~/models/table/write.server';
import { morningToken } from '~/models/user/morning-link.server';
import { createReturnToken } from '~/models/session/sign-in.server';
import {
  asking,
  createSignInLink,
  createTestEvent,
  createTestUser,
  TODAY,
  unique,
} from './factories';
import { borrowPglite } from './setup/databases';
import { createFakeMailer } from './setup/fakes';

const { db, close } = await borrowPglite();
afterAll(() => close());

const env = { SESSION_SECRET: ['test'] } as unknown as Env & { SESSION_SECRET: [string] };
const sessions = createSessionStore(env);
const browserMark = createBrowserMarkCookie(env);
const lastEvent = createLastEventCookie(env);
const tableCookie = createTableCookie(env);
const NOW = new Date(`${TODAY}T12:00:00Z`);
const PASSWORD = 'open sesame';

let attempts: ReturnType<typeof createAttemptCounter>;
let mail: ReturnType<typeof createFakeMailer> | null;
beforeEach(() => {
  attempts = createAttemptCounter({ db: null, eventsPerHour: 2, joinsPerMinute: 2 });
  mail = null;
});

/** A new request whose body was read already, as every form's is. */
async function newRequest(cookie?: string): Promise<RequestArgs> {
  const app = {
    db,
    env,
    sessions,
    identities: createIdentities({ db }),
    browserMark,
    lastEvent,
    tableCookie,
    mail,
    attempts,
    now: () => NOW,
    today: () => TODAY,
  };
  const request = new Request('http://localhost/', { method: 'POST', body: 'name=somebody+else' });
  if (cookie !== undefined) request.headers.set('Cookie', cookie);
  await request.text();
  const log = { info: () => {}, error: () => {} };
  const context = { app, log, clientAddress: '192.0.2.1' } as unknown as RequestContext;
  return { request, context };
}

type Way = Parameters<typeof enter>[1];
type GivenTo<W extends Way> = Parameters<typeof enter<W>>[2];

/**
 * Signs in by a method.
 * @param cookie what the device has already
 * @returns the person that the method names, and the one that the session belongs to
 */
async function goIn<W extends Way>(way: W, given: GivenTo<W>, cookie?: string) {
  const args = await newRequest(cookie);
  const who = await enter(args, way, given);
  const begun = (await sessionHeaders(args)).get('Set-Cookie')?.split(';')[0] ?? '';
  const { data } = await sessions.getSession(begun);
  return { who, actor: (await identify(args))?.actor, role: data.role };
}

/**
 * A refused sign-in begins no session.
 * @returns the refusal
 */
async function refusalOf<W extends Way>(way: W, given: GivenTo<W>) {
  const args = await newRequest();
  const refusal: unknown = await enter(args, way, given).catch((error: unknown) => error);
  expect(await identify(args)).toBeNull();
  return refusal;
}

async function party(fields: Parameters<typeof createTestEvent>[1] = {}) {
  const { event, organizer, organizerName } = await createTestEvent(db, fields);
  const guest = await createTestUser(db, event.id);
  return { event, organizer, guest, names: { event: event.name, organizerName } };
}

const ENDED = { startDate: '2026-06-01', endDate: addDays(TODAY, -1) };
const newPerson = () => ({ name: `Zoë ${unique()}`, email: `${unique()}@example.com` });
const personOf = ({ name, email }: { name: string; email: string }) => ({ name, email });
const hasPassword = async () => ({ organizer: { passwordHash: await hashPassword(PASSWORD) } });

describe('as a visitor', () => {
  it('visitors of one event from one IP address are limited, and other events have their own limit', async () => {
    const [one, other] = [await party(), await party()];
    for (let visit = 0; visit < 600; visit++) {
      await attempts.take(['visit', `${one.event.id} 192.0.2.1`]);
    }
    expect(await refusalOf('visitor', one.names)).toMatchObject({ code: 'too_many_attempts' });
    const { who } = await goIn('visitor', other.names);
    expect(who.visitorOf.id).toBe(other.event.id);
  });
});

describe('by names and e-mail', () => {
  it('a participant signs in', async () => {
    const { event, guest, names } = await party();
    const { who, actor, role } = await goIn('names', { ...names, ...personOf(guest) });
    expect(who.user.id).toBe(guest.id);
    expect(actor).toEqual({
      userId: guest.id,
      eventId: event.id,
      role: 'participant',
      today: TODAY,
      seesStars: true,
    });
    expect(role).toBe('participant');
  });

  it('an unknown person is refused; 20 failures lock the name', async () => {
    const { names } = await party();
    const person = newPerson();
    for (let i = 0; i < 20; i++) {
      expect(await refusalOf('names', { ...names, ...person })).toMatchObject({
        code: 'invalid_credentials',
        status: 401,
      });
    }
    expect(await refusalOf('names', { ...names, ...person })).toMatchObject({
      code: 'too_many_attempts',
      status: 429,
    });
  });

  it('an organizer who chose a password is asked for it, at its field', async () => {
    const { organizer, names } = await party(await hasPassword());
    expect(await refusalOf('names', { ...names, ...personOf(organizer) })).toMatchObject({
      code: 'password_required',
      field: 'password',
    });
  });

  it("an organizer without one is sent a link, in the request's language", async () => {
    const { event, organizer, names } = await party();
    mail = createFakeMailer();
    expect(await refusalOf('names', { ...names, ...personOf(organizer) })).toMatchObject({
      code: 'sign_in_link_sent',
    });
    expect(singleRow(mail.sent).to).toBe(organizer.email);
    expect(singleRow(mail.sent).text).toContain('http://localhost/login/');
    // The address is not confirmed yet, so the mail contains no words of others.
    const { subject, text } = singleRow(mail.sent);
    for (const typed of [event.name, organizer.name]) expect(subject + text).not.toContain(typed);
    const token = /\/login\/link\/([\w-]+)/.exec(text)?.[1] ?? '';
    await goIn('mailed-link', { token });
    await refusalOf('names', { ...names, ...personOf(organizer) });
    const second = mail.sent.at(-1);
    expect(mail.sent).toHaveLength(2);
    expect(second?.subject).toBe(subject);
    expect(second?.text).toContain(event.name);
  });
});

describe('with password', () => {
  it('an organizer signs in with the right password and not with another', async () => {
    const { organizer, names } = await party(await hasPassword());
    const who = { ...names, ...personOf(organizer) };
    expect((await goIn('password', { ...who, password: PASSWORD })).role).toBe('organizer');
    expect(await refusalOf('password', { ...who, password: 'open barley' })).toMatchObject({
      code: 'invalid_credentials',
      field: 'password',
    });
  });
});

describe('by the dialog', () => {
  it('a new person registers, and a known one signs in', async () => {
    const { event } = await party();
    const given = { eventId: event.id, ...newPerson() };
    const first = await goIn('dialog', given);
    expect(first.who.created).toBe(true);
    const second = await goIn('dialog', given);
    expect(second.who).toMatchObject({ created: false, user: { id: first.who.user.id } });
    expect(second.role).toBe('participant');
  });

  it('above the limit per minute new people wait, and members sign in', async () => {
    const { event, guest, names } = await party();
    const dialog = { eventId: event.id };
    expect(await refusalOf('registration', { ...names, ...personOf(guest) })).toMatchObject({
      code: 'user_exists',
    });
    await goIn('registration', { ...names, ...newPerson() });
    await goIn('dialog', { ...dialog, ...newPerson() });
    for (const refusal of [
      await refusalOf('registration', { ...names, ...newPerson() }),
      await refusalOf('dialog', { ...dialog, ...newPerson() }),
    ]) {
      expect(refusal).toMatchObject({ code: 'many_arriving', status: 429 });
      expect((refusal as DomainError).retryAfter).toBeLessThanOrEqual(60);
    }
    expect((await goIn('dialog', { ...dialog, ...personOf(guest) })).who.created).toBe(false);
    const other = await party();
    await goIn('registration', { ...other.names, ...newPerson() });
  });

  it('a person similar to a member is asked, and gets a link or registers as somebody else', async () => {
    const { event } = await party();
    const guest = await createTestUser(db, event.id, { name: 'Zoë Dyk', email: 'zoe.dyk@b.io' });
    const slip = { name: 'Zoe Dyk', email: 'zoe.dijk@b.io' };
    const given = { eventId: event.id, ...slip };
    mail = createFakeMailer();
    expect(await refusalOf('dialog', given)).toMatchObject({
      code: 'maybe_known',
      lookalike: { getsLink: true },
    });
    expect(await refusalOf('dialog', { ...given, claim: 'link' })).toMatchObject({
      code: 'sign_in_link_sent',
    });
    expect(mail.sent).toMatchObject([{ to: guest.email }]);
    const token = /\/login\/link\/([\w-]+)/.exec(singleRow(mail.sent).text)?.[1] ?? '';
    expect((await goIn('mailed-link', { token })).actor).toMatchObject({
      userId: guest.id,
      role: 'participant',
    });
    const { who } = await goIn('dialog', { ...given, claim: 'other' });
    expect([who.created, who.user.id === guest.id]).toEqual([true, false]);
  });

  it('a wrong password counts as at every other way in', async () => {
    const { event, organizer, names } = await party(await hasPassword());
    const who = { ...personOf(organizer), password: 'open barley' };
    const guess = { ...names, name: organizer.name, email: 'guess@example.com' };
    for (let i = 0; i < 19; i++) await refusalOf('names', guess);
    const dialog = { eventId: event.id, ...who };
    expect(await refusalOf('dialog', dialog)).toMatchObject({ code: 'invalid_credentials' });
    const right = { ...names, ...who, password: PASSWORD };
    expect(await refusalOf('password', right)).toMatchObject({ code: 'too_many_attempts' });
  });
});

describe('by registration', () => {
  it('a new person registers under their username, once', async () => {
    const { names } = await party();
    const given = { ...names, ...newPerson(), username: 'zoe' };
    const { who, role } = await goIn('registration', given);
    expect([who.user.name, who.user.username, role]).toEqual([given.name, 'zoe', 'participant']);
    expect(await refusalOf('registration', given)).toMatchObject({ code: 'user_exists' });
  });
});

describe('by a link', () => {
  it('that was mailed: once', async () => {
    const { organizer } = await party();
    const token = await createSignInLink(db, { userId: organizer.id, now: NOW });
    expect((await goIn('mailed-link', { token })).actor?.userId).toBe(organizer.id);
    expect(await refusalOf('mailed-link', { token })).toMatchObject({ code: 'link_expired' });
  });

  it('to return: again and again, until it is renewed', async () => {
    const { organizer } = await party();
    const token = await createReturnToken(db, { userId: organizer.id });
    expect((await goIn('return-link', { token })).actor?.userId).toBe(organizer.id);
    expect((await goIn('return-link', { token })).role).toBe('organizer');
    await createReturnToken(db, { userId: organizer.id });
    expect(await refusalOf('return-link', { token })).toMatchObject({ code: 'link_expired' });
  });
});

describe('as a visitor', () => {
  it('the two names of a running event open it', async () => {
    const { event, names } = await party();
    const { who, actor } = await goIn('visitor', names);
    expect(who.visitorOf.id).toBe(event.id);
    expect(actor).toEqual({
      userId: null,
      eventId: event.id,
      role: 'visitor',
      today: TODAY,
      seesStars: true,
    });
  });

  it('an ended one only opens to a person who says that it is theirs', async () => {
    const { event, names } = await party(ENDED);
    expect(await refusalOf('visitor', names)).toMatchObject({ code: 'event_ended' });
    expect((await goIn('ended-event', names)).actor?.eventId).toBe(event.id);
  });

  it('wrong names are reported at their field and count, as a check or a sign-in; right ones open the event', async () => {
    const { names } = await party();
    const wrong = { ...names, organizerName: 'Somebody' };
    for (let i = 0; i < 150; i++) {
      const trial = trySignIn(await newRequest(), 'visitor', wrong);
      await expect(trial).rejects.toMatchObject({ field: 'organizerName' });
      await expect(enter(await newRequest(), 'ended-event', wrong)).rejects.toMatchObject({
        code: 'incorrect_organizer_name',
      });
    }
    expect(await refusalOf('visitor', wrong)).toMatchObject({ code: 'too_many_attempts' });
    expect((await goIn('visitor', names)).role).toBe('visitor');
  });

  it('a check begins no session', async () => {
    const { event, names } = await party();
    const args = await newRequest();
    expect((await trySignIn(args, 'visitor', names)).visitorOf.id).toBe(event.id);
    expect(await identify(args)).toBeNull();
    expect((await sessionHeaders(args)).get('Set-Cookie')).toBeNull();
  });
});

describe('with the code of a table on the device', () => {
  /** An event with tables, a guest who sits at none, and a device that scanned the card of the second one. */
  async function tables() {
    const { event, organizer, guest, names } = await party();
    const params = { actor: asking(organizer), eventId: event.id, names: ['Roses', 'Mint'] };
    const mint = (await setTables(db, params))[1]?.id;
    const header = await rememberTable(await newRequest(), { eventId: event.id, number: 2 });
    return { event, organizer, guest, names, mint, scanned: header.split(';')[0] };
  }

  it('anyone who joins or comes back in any way sits there', async () => {
    const { event, guest, names, mint, scanned } = await tables();
    const [eventId, userId] = [event.id, guest.id];
    const seatOf = async <W extends Way>(way: W, given: GivenTo<W>) => {
      await db.update(users).set({ tableId: null }).where(eq(users.eventId, eventId));
      const { who, actor } = await goIn(way, given, scanned);
      const [user] = await db
        .select()
        .from(users)
        .where(eq(users.id, actor?.userId ?? 0));
      // The answer of the API says it, too.
      expect('user' in who && who.user.tableId).toBe(user?.tableId);
      return user?.tableId;
    };
    expect(mint).toBeDefined();
    expect(await seatOf('registration', { ...names, ...newPerson() })).toBe(mint);
    expect(await seatOf('dialog', { eventId, ...newPerson() })).toBe(mint);
    expect(await seatOf('dialog', { eventId, ...personOf(guest) })).toBe(mint);
    expect(await seatOf('names', { ...names, ...personOf(guest) })).toBe(mint);
    const token = await createSignInLink(db, { userId, now: NOW });
    expect(await seatOf('mailed-link', { token })).toBe(mint);
    const morning = morningToken(guest, 'morning', env);
    expect(await seatOf('mailed-link', { token: morning, from: 'morning' })).toBe(mint);
  });

  it('a member who sits somewhere stays there, and one of another event sits nowhere', async () => {
    const { event, guest, names, mint, scanned } = await tables();
    const [roses] = await listTables(db, { eventId: event.id });
    await db.update(users).set({ tableId: roses?.id }).where(eq(users.id, guest.id));
    const { who } = await goIn('names', { ...names, ...personOf(guest) }, scanned);
    expect([who.user.tableId, roses?.id === mint]).toEqual([roses?.id, false]);
    const other = await tables();
    const stranger = { ...other.names, ...personOf(other.guest) };
    expect((await goIn('names', stranger, scanned)).who.user.tableId).toBeNull();
  });

  it('once the event has ended a member comes in, and sits nowhere', async () => {
    const { event, guest, scanned } = await tables();
    await db.update(events).set(ENDED).where(eq(events.id, event.id));
    const given = { token: morningToken(guest, 'morning', env), from: 'morning' } as const;
    expect((await goIn('mailed-link', given, scanned)).who.user.tableId).toBeNull();
  });
});

describe('by creating an event', () => {
  const values = () => ({
    name: `Event ${unique()}`,
    organizerName: `Organizer ${unique()}`,
    organizerEmail: `${unique()}@example.com`,
    // Nothing is lost on the way, whatever was typed.
    description: 'A party\nwith “Zoë” 🎈 \ud800 \\ & "quotes"',
  });

  it('its organizer is signed in, and their return link waits for them', async () => {
    const given = values();
    const { who, role } = await goIn('creation', given);
    expect(role).toBe('organizer');
    expect(who.event).toMatchObject({ name: given.name, startDate: TODAY });
    expect((await findEvent(db, { eventId: who.event.id }))?.description).toContain('Zoë” 🎈');
    const user = singleRow(await db.select().from(users).where(eq(users.id, who.user.id)));
    const token = readReturnToken({ env }, { actor: asking(user), user });
    expect((await goIn('return-link', { token: token ?? '' })).actor?.userId).toBe(who.user.id);
  });

  it('the number from one IP address is limited', async () => {
    for (let i = 0; i < 2; i++) await goIn('creation', values());
    expect(await refusalOf('creation', values())).toMatchObject({ code: 'too_many_attempts' });
  });
});
