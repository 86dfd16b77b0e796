import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import type { Env } from '~/env.server';
import { authorize } from '~/http/api.server';
import { requireVisit } from '~/http/guards.server';
import { createSessionStore, signIn, type SignIn } from '~/http/session.server';
import { dayOf, type Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import { createIdentities } from '~/models/session/identity.server';
import { login } from '~/models/session/sign-in.server';
import { checkVisitorAccess } from '~/models/user/read.server';
import { register } from '~/models/user/register.server';
import { createTestEvent, createTestUser, unique } from './factories';
import { borrowPglite } from './setup/databases';
import { KEYS } from './setup/fakes';

const { db, close } = await borrowPglite();
const sessions = createSessionStore({ SESSION_SECRET: ['test'] } as unknown as Env);
afterAll(() => close());

/** The application at a moment. */
function appAt(instant: Date) {
  const now = () => instant;
  const today = () => dayOf(instant, 'Europe/Paris');
  return { db, sessions, identities: createIdentities({ db }), mail: null, now, today };
}

const argsOf = (request: Request, instant: Date): LoaderFunctionArgs => {
  const context = { app: appAt(instant), log: pino({ level: 'silent' }) };
  return { request, params: {}, context: context as unknown as AppLoadContext };
};

/** This many days later, or earlier if negative. */
const addTime = (instant: Date, days: number) =>
  new Date(instant.getTime() + days * 24 * 60 * 60 * 1000);

/** A request of somebody who signed in yesterday. */
async function requestOf(who: SignIn, instant: Date, method = 'GET'): Promise<LoaderFunctionArgs> {
  const url = 'http://localhost/';
  const headers = await signIn(argsOf(new Request(url), addTime(instant, -1)), who);
  const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return argsOf(new Request(url, { method, headers: { Cookie: cookie } }), instant);
}

/** 'in', where it redirects to, or the code of the refusal. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'in';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    if (error instanceof Response) return `to ${error.headers.get('Location')}`;
    return (error as { data?: { code?: string } }).data?.code ?? String(error);
  }
}

async function outcomesAt(instant: Date, endDate: Day, guestsMayLook = true) {
  const { event, organizer, organizerName } = await createTestEvent(db, {
    startDate: '2026-01-01',
    endDate,
    guestsMayLook,
  });
  const guest = await createTestUser(db, event.id);
  const app = appAt(instant);
  const today = app.today();
  const names = { event: event.name, organizerName };
  const signInMail = () => ({ subject: '', text: '' });
  const requests = {
    guest: (method?: string) => requestOf({ user: guest }, instant, method),
    visitor: () => requestOf({ visitorOf: event }, instant),
    organizer: () => requestOf({ user: organizer }, instant),
  };
  return {
    guestPage: await outcome(requests.guest().then((args) => requireVisit(args))),
    guestLooksBack: await outcome(
      requests.guest().then((args) => requireVisit(args, { onceEnded: 'reading' })),
    ),
    guestReads: await outcome(requests.guest().then((args) => authorize(args, 'member'))),
    guestWrites: await outcome(requests.guest('POST').then((args) => authorize(args, 'member'))),
    visitorPage: await outcome(requests.visitor().then((args) => requireVisit(args))),
    visitorEndpoint: await outcome(requests.visitor().then((args) => authorize(args, 'visit'))),
    guestSignsIn: await outcome(login(app, { ...guest, ...names, signInMail })),
    looksAround: await outcome(checkVisitorAccess(db, { ...names, link: null, today })),
    joins: await outcome(
      register(
        { db, env: KEYS },
        { eventId: event.id, name: `Guest ${unique()}`, email: 'a@b.example', today },
      ),
    ),
    organizerPage: await outcome(requests.organizer().then((args) => requireVisit(args))),
    organizerEndpoint: await outcome(
      requests.organizer().then((args) => authorize(args, 'organizer')),
    ),
    organizerSignsIn: await outcome(login(app, { ...organizer, ...names, signInMail })),
  };
}

const ALL_IN = {
  guestPage: 'in',
  guestLooksBack: 'in',
  guestReads: 'in',
  guestWrites: 'in',
  visitorPage: 'in',
  visitorEndpoint: 'in',
  guestSignsIn: 'in',
  looksAround: 'in',
  joins: 'in',
  organizerPage: 'in',
  organizerEndpoint: 'in',
  organizerSignsIn: 'in',
};
const GUESTS_LOOK_BACK = {
  ...ALL_IN,
  guestPage: 'to /',
  guestWrites: 'event_closed',
  visitorPage: 'event_ended',
  visitorEndpoint: 'event_ended',
  guestSignsIn: 'event_ended',
  looksAround: 'event_ended',
  joins: 'event_ended_registration',
};

// Paris: summer time from 29 March to 25 October 2026. A day of 23 hours, one of 25, and the days before.
describe.each([
  ['2026-03-28', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['2026-10-24', '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', '2026-10-25T23:00:00.000Z'],
])('an event whose last day is %s', (endDate, midnight) => {
  it('lasts until the last millisecond before midnight in Paris', async () => {
    const last = new Date(new Date(midnight).getTime() - 1);
    expect(await outcomesAt(last, endDate)).toEqual(ALL_IN);
  });

  it('is open to its organizer, and to its guests for reading, from the first one on', async () => {
    expect(await outcomesAt(new Date(midnight), endDate)).toEqual(GUESTS_LOOK_BACK);
  });
});

describe('guests of an event that ended on 31 January', () => {
  const outcomes = async (day: Day, guestsMayLook = true) => {
    const instant = new Date(`${day}T12:00:00.000Z`);
    const { guestLooksBack, guestReads, guestWrites, organizerPage } = await outcomesAt(
      instant,
      '2026-01-31',
      guestsMayLook,
    );
    return { guestLooksBack, guestReads, guestWrites, organizerPage };
  };
  const SHUT = {
    guestLooksBack: 'event_ended',
    guestReads: 'event_ended',
    guestWrites: 'event_ended',
    organizerPage: 'in',
  };

  it('read on until the last day on which the photos are stored, and no longer', async () => {
    expect(await outcomes('2026-02-28')).toMatchObject({ guestLooksBack: 'in', guestReads: 'in' });
    expect(await outcomes('2026-03-01')).toEqual(SHUT);
  });

  it('read nothing once the organizer has closed that access', async () => {
    expect(await outcomes('2026-02-01', false)).toEqual(SHUT);
  });
});
