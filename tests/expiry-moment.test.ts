import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import type { Env } from '~/env.server';
import { authorize } from '~/http/api.server';
import { requireVisit } from '~/http/guards.server';
import { createSessionStore, signIn, type SignIn } from '~/http/session.server';
import { dayOf, type Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import { login } from '~/models/sign-in.server';
import { checkVisitorAccess, register } from '~/models/user.server';
import { createTestEvent, createTestUser, unique } from './factories';
import { openPglite } from './setup/databases';

const { db, close } = await openPglite();
const sessions = createSessionStore({ SESSION_SECRET: ['test'] } as unknown as Env);
afterAll(() => close());

/** The application as it is at an instant. */
function appAt(instant: Date) {
  const now = () => instant;
  const today = () => dayOf(instant, 'Europe/Paris');
  return { db, sessions, mail: null, now, today };
}

const argsOf = (request: Request, instant: Date): LoaderFunctionArgs => {
  const context = { app: appAt(instant), log: pino({ level: 'silent' }) };
  return { request, params: {}, context: context as unknown as AppLoadContext };
};

/** So many days earlier or later. */
const addTime = (instant: Date, days: number) =>
  new Date(instant.getTime() + days * 24 * 60 * 60 * 1000);

/** A request of somebody who signed in a month ago. */
async function requestOf(who: SignIn, instant: Date): Promise<LoaderFunctionArgs> {
  const url = 'http://localhost/';
  const headers = await signIn(argsOf(new Request(url), addTime(instant, -30)), who);
  const cookie = headers.get('Set-Cookie')?.split(';')[0] ?? '';
  return argsOf(new Request(url, { headers: { Cookie: cookie } }), instant);
}

/** 'in', or the code of the refusal. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'in';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    return (error as { data?: { code?: string } }).data?.code ?? String(error);
  }
}

async function outcomesAt(instant: Date, endDate: Day) {
  const { event, organizer, organizerName } = await createTestEvent(db, {
    startDate: '2026-01-01',
    endDate,
  });
  const guest = await createTestUser(db, event.id);
  const app = appAt(instant);
  const today = app.today();
  const names = { event: event.name, organizerName };
  const signInMail = () => ({ subject: '', text: '' });
  const requests = {
    guest: () => requestOf({ user: guest }, instant),
    visitor: () => requestOf({ visitorOf: event }, instant),
    organizer: () => requestOf({ user: organizer }, instant),
  };
  return {
    guestPage: await outcome(requests.guest().then((args) => requireVisit(args))),
    guestEndpoint: await outcome(requests.guest().then((args) => authorize(args, 'member'))),
    visitorPage: await outcome(requests.visitor().then((args) => requireVisit(args))),
    visitorEndpoint: await outcome(requests.visitor().then((args) => authorize(args, 'visit'))),
    guestSignsIn: await outcome(login(app, { ...guest, ...names, signInMail })),
    looksAround: await outcome(checkVisitorAccess(db, { ...names, today })),
    joins: await outcome(
      register(db, { eventId: event.id, name: `Guest ${unique()}`, email: 'a@b.example', today }),
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
  guestEndpoint: 'in',
  visitorPage: 'in',
  visitorEndpoint: 'in',
  guestSignsIn: 'in',
  looksAround: 'in',
  joins: 'in',
  organizerPage: 'in',
  organizerEndpoint: 'in',
  organizerSignsIn: 'in',
};
const ORGANIZER_ALONE = {
  ...ALL_IN,
  guestPage: 'event_ended',
  guestEndpoint: 'event_ended',
  visitorPage: 'event_ended',
  visitorEndpoint: 'event_ended',
  guestSignsIn: 'event_ended',
  looksAround: 'event_ended',
  joins: 'event_ended_registration',
};

// Paris: summer time from 29 March to 25 October 2026. A day of 23 hours, one of 25, and their eves.
describe.each([
  ['2026-03-28', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['2026-10-24', '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', '2026-10-25T23:00:00.000Z'],
])('an event whose last day is %s', (endDate, midnight) => {
  it('lasts to the last millisecond before midnight in Paris', async () => {
    const last = new Date(new Date(midnight).getTime() - 1);
    expect(await outcomesAt(last, endDate)).toEqual(ALL_IN);
  });

  it('has ended for all but its organizer with the first one after', async () => {
    expect(await outcomesAt(new Date(midnight), endDate)).toEqual(ORGANIZER_ALONE);
  });
});
