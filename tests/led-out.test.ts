import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import type { Env } from '~/env.server';
import { events, users } from '~db/schema';
import type { RequestArgs, RequestContext } from '~/http/context';
import { takeFlash } from '~/http/flash.server';
import { identify, requireVisit, sessionHeaders } from '~/http/guards.server';
import { createLastEventCookie } from '~/http/last-event.server';
import { createSessionStore, signIn, signOut, type SignIn } from '~/http/session.server';
import { createIdentities } from '~/models/session/identity.server';
import { endSessionsOf } from '~/models/session/write.server';
import { createTestEvent, createTestUser, TODAY } from './factories';
import { borrowPglite } from './setup/databases';

const { db, close } = await borrowPglite();
afterAll(() => close());
const env = { SESSION_SECRET: ['test'] } as unknown as Env;
const sessions = createSessionStore(env);
const lastEvent = createLastEventCookie(env);

/** A browser with its one cookie. */
function browser() {
  let cookie = '';
  const keep = (headers: Headers | null) => {
    cookie = headers?.get('Set-Cookie')?.split(';')[0] ?? cookie;
  };
  const newRequest = (): RequestArgs => {
    const request = new Request('http://localhost/', { headers: { Cookie: cookie } });
    const now = () => new Date(`${TODAY}T12:00:00Z`);
    const identities = createIdentities({ db });
    const app = { db, sessions, identities, lastEvent, now, today: () => TODAY };
    return { request, context: { app } as unknown as RequestContext };
  };
  return {
    enter: async (who: SignIn) => keep(await signIn(newRequest(), who)),
    logOut: async () => keep(await signOut(newRequest())),
    /**
     * Opens a screen.
     * @returns where it redirects
     */
    open: async () => {
      const answer: unknown = await requireVisit(newRequest()).catch((error: unknown) => error);
      if (!(answer instanceof Response)) return null;
      keep(answer.headers);
      return answer.headers.get('Location');
    },
    /** A call of a script, a poll or a stream. */
    call: async () => {
      const args = newRequest();
      const who = await identify(args);
      keep(await sessionHeaders(args));
      return who;
    },
    /** The notice of the next page. */
    said: async () => {
      const { value, headers } = await takeFlash(newRequest(), 'toast');
      keep(headers);
      return value?.title ?? null;
    },
  };
}

const GONE = 'server:auth.toast.gone';

async function inside() {
  const { event } = await createTestEvent(db);
  const guest = await createTestUser(db, event.id);
  const phone = browser();
  await phone.enter({ user: guest });
  expect(await phone.open()).toBeNull();
  return { event, guest, phone };
}

it('a removed user reads it once, on the page they are redirected to', async () => {
  const { guest, phone } = await inside();
  await db.delete(users).where(eq(users.id, guest.id));
  expect(await phone.open()).toBe('/auth');
  expect([await phone.said(), await phone.said()]).toEqual([GONE, null]);
});

it('even if a call finds out first, and if the event was deleted', async () => {
  const { event, phone } = await inside();
  const visitor = browser();
  await visitor.enter({ visitorOf: event });
  await db.delete(events).where(eq(events.id, event.id));
  for (const one of [phone, visitor]) {
    expect(await one.call()).toBeNull();
    expect(await one.open()).toBe('/auth');
    expect([await one.said(), await one.said()]).toEqual([GONE, null]);
  }
});

it('nobody else does: not after logging out, nor when sessions were ended', async () => {
  const { phone, guest } = await inside();
  const other = browser();
  await other.enter({ user: guest });
  await other.logOut();
  expect([await other.open(), await other.said()]).toEqual(['/auth', null]);
  await endSessionsOf(db, { userId: guest.id });
  expect([await phone.open(), await phone.said()]).toEqual(['/auth', null]);
});
