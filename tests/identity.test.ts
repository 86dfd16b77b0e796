import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { events, users } from '~db/schema';
import type { Env } from '~/env.server';
import type { RequestArgs, RequestContext } from '~/http/context';
import { authorize } from '~/http/api.server';
import {
  identify,
  readAhead,
  requireOrganizer,
  requireVisit,
  sessionHeaders,
} from '~/http/guards.server';
import { createSessionStore, getSession, signIn, type SignIn } from '~/http/session.server';
import { createIdentities } from '~/models/session/identity.server';
import { endSessionsOf, renewalOf, renewOwnSession } from '~/models/session/write.server';
import { createTestEvent, createTestUser, TODAY } from './factories';
import { borrowPglite } from './setup/databases';

const { db, close } = await borrowPglite();
afterAll(() => close());
const sessions = createSessionStore({ SESSION_SECRET: ['test'] } as unknown as Env);

const NOW = new Date('2026-06-15T12:00:00Z');
const LATER = new Date('2026-08-15T12:00:00Z');

/** A new request with a cookie. */
function requestWith(cookie = '', now = NOW): RequestArgs {
  const identities = createIdentities({ db });
  const app = { db, sessions, identities, now: () => now, today: () => TODAY };
  return {
    request: new Request('http://localhost/', { headers: cookie ? { Cookie: cookie } : {} }),
    context: { app } as unknown as RequestContext,
  };
}

const cookiePair = (header: string | null) => header?.split(';')[0] ?? '';
const cookieOf = (headers: Headers) => cookiePair(headers.get('Set-Cookie'));

/** A later request of somebody who signed in. */
async function requestOf(who: SignIn, now = NOW): Promise<RequestArgs> {
  return requestWith(cookieOf(await signIn(requestWith(), who)), now);
}

/** What an answer stores in the browser; null if nothing. */
async function storedBy(args: RequestArgs) {
  const cookie = cookieOf(await sessionHeaders(args));
  return cookie ? (await sessions.getSession(cookie)).data : null;
}

let event: Awaited<ReturnType<typeof createTestEvent>>['event'];
let guest: Awaited<ReturnType<typeof createTestUser>>;
beforeEach(async () => {
  ({ event } = await createTestEvent(db));
  guest = await createTestUser(db, event.id);
});

/** Requests whose session belongs to nobody any more. */
const DEAD: [string, () => Promise<RequestArgs>][] = [
  [
    'its user is gone',
    async () => {
      const args = await requestOf({ user: guest });
      await db.delete(users).where(eq(users.id, guest.id));
      return args;
    },
  ],
  [
    'its event is gone',
    async () => {
      const { event: other } = await createTestEvent(db);
      const args = await requestOf({ visitorOf: other });
      await db.delete(events).where(eq(events.id, other.id));
      return args;
    },
  ],
  [
    'it was ended elsewhere',
    async () => {
      const args = await requestOf({ user: guest });
      await endSessionsOf(db, { userId: guest.id });
      return args;
    },
  ],
  ['it is too old', () => requestOf({ user: guest }, LATER)],
  [
    'it is of before sessions had rows',
    async () => {
      const session = await sessions.getSession();
      session.set('userId', guest.id);
      session.set('eventId', event.id);
      session.set('role', 'participant');
      return requestWith(cookiePair(await sessions.commitSession(session)));
    },
  ],
];

/** The content of a session without the notice about its user (rule `session.gone`). */
const withoutNotice = (data: object | null) =>
  Object.fromEntries(Object.entries(data ?? {}).filter(([key]) => key !== '__flash_toast__'));

describe.each(DEAD)('a session belongs to nobody if %s', (_why, dead) => {
  it('is read as nobody, and not written', async () => {
    const args = await dead();
    const before = { ...(await getSession(args)).data };
    expect(await identify(args)).toBeNull();
    expect((await getSession(args)).data).toEqual(before);
  });

  it('is cleared by the answer, once for all of that answer', async () => {
    const args = await dead();
    const refusals = await Promise.allSettled([requireVisit(args), requireVisit(args)]);
    for (const refusal of refusals) {
      const { reason } = refusal as PromiseRejectedResult & { reason: Response };
      expect(reason.headers.get('Location')).toBe('/auth');
      const { data } = await sessions.getSession(cookieOf(reason.headers));
      expect(withoutNotice(data)).toEqual({});
    }
  });

  it('makes room for somebody who signs in with the same request', async () => {
    const args = await dead();
    await identify(args);
    const newcomer = await createTestUser(db, event.id);
    await signIn(args, { user: newcomer });
    expect((await identify(args))?.user?.id).toBe(newcomer.id);
    expect(await storedBy(args)).toMatchObject({ userId: newcomer.id });
  });
});

describe('an answer', () => {
  it('stores nothing for a valid session', async () => {
    const args = await requestOf({ user: guest });
    expect((await identify(args))?.user?.id).toBe(guest.id);
    expect(await storedBy(args)).toBeNull();
  });

  it('stores nothing without a session', async () => {
    const args = requestWith();
    await expect(requireVisit(args)).rejects.toMatchObject({ status: 302 });
    expect(await storedBy(args)).toBeNull();
  });

  it('stores nothing if the same browser signed in during its request', async () => {
    const visit = cookieOf(await signIn(requestWith(), { visitorOf: event }));
    await signIn(requestWith(visit), { user: guest });
    const late = requestWith(visit);
    expect(await identify(late)).toBeNull();
    expect(await storedBy(late)).toBeNull();
  });

  it.each([true, false])(
    'stores nothing if its session was renewed, while others ended: %s',
    async (all) => {
      const first = requestWith(cookieOf(await signIn(requestWith(), { user: guest })));
      const session = (await identify(first))?.session;
      const renewal = renewalOf({ id: session?.id ?? '' });
      if (all) await endSessionsOf(db, { userId: guest.id, renewal });
      else await renewOwnSession(db, renewal);
      const late = requestWith(first.request.headers.get('Cookie') ?? '');
      expect(await identify(late)).toBeNull();
      expect(await storedBy(late)).toBeNull();
    },
  );

  it('clears no cookie because the database fails', async () => {
    const args = await requestOf({ user: guest });
    const client = (db as unknown as { $client: { query(): Promise<unknown> } }).$client;
    const away = vi.spyOn(client, 'query').mockRejectedValueOnce(new Error('the database is away'));
    await expect(identify(args)).rejects.toMatchObject({
      cause: { message: 'the database is away' },
    });
    away.mockRestore();
    expect(await storedBy(args)).toBeNull();
  });
});

describe('the role in the cookie', () => {
  /** A later request of somebody whose cookie names another role than their row. */
  async function requestAs(role: 'organizer' | 'visitor', who: SignIn) {
    const args = await requestOf(who);
    (await getSession(args)).set('role', role);
    return args as Parameters<typeof authorize>[0];
  }

  it.each(['participant', 'visitor'] as const)('makes no organizer of a %s', async (role) => {
    const who = role === 'visitor' ? { visitorOf: event } : { user: guest };
    const args = await requestAs('organizer', who);
    expect((await identify(args))?.actor.role).toBe(role);
    const home = await requireOrganizer(args).catch((answer: Response) => answer);
    expect((home as Response).headers.get('Location')).toBe('/');
    await expect(authorize(args, 'organizer')).rejects.toMatchObject({
      code: role === 'visitor' ? 'authentication_required' : 'not_an_organizer',
    });
  });

  it('takes no right from an organizer', async () => {
    const { organizer } = await createTestEvent(db);
    const args = await requestAs('visitor', { user: organizer });
    expect((await requireOrganizer(args)).user.id).toBe(organizer.id);
  });

  it('decides what is read ahead, which is read again if the row says otherwise', async () => {
    const args = await requestAs('organizer', { user: guest });
    const read = vi.fn(async ({ claimedRole }: { claimedRole: string }) => claimedRole);
    const { identity, result } = await readAhead(args, requireVisit, read);
    expect([identity.actor.role, result]).toEqual(['participant', 'participant']);
    expect(read.mock.calls.map(([who]) => who)).toMatchObject([
      { userId: guest.id, eventId: event.id, claimedRole: 'organizer' },
      { userId: guest.id, eventId: event.id, claimedRole: 'participant' },
    ]);
  });
});

describe('reading ahead', () => {
  it('starts before the database has confirmed the caller, and reads once', async () => {
    const args = await requestOf({ user: guest });
    const order: string[] = [];
    const guard = async (asking: RequestArgs) => {
      const identity = await requireVisit(asking);
      order.push('confirmed');
      return identity;
    };
    const { result } = await readAhead(args, guard, async ({ claimedRole }) => {
      order.push('read');
      return claimedRole;
    });
    expect([result, order]).toEqual(['participant', ['read', 'confirmed']]);
  });

  it('returns nothing if the guard refuses, though the reading fails as well', async () => {
    const [, dead] = DEAD[0] as (typeof DEAD)[0];
    const read = vi.fn(() => Promise.reject(new Error('gone')));
    await expect(readAhead(await dead(), requireVisit, read)).rejects.toMatchObject({
      status: 302,
    });
    expect(read).toHaveBeenCalledOnce();
    await expect(readAhead(requestWith(), requireVisit, read)).rejects.toMatchObject({
      status: 302,
    });
    expect(read).toHaveBeenCalledOnce();
  });
});
