import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { memberOf } from '~/models/access';
import { findEventByNames } from '~/models/event-names.server';
import { createEvent, type CreateEventValues, type EventRow } from '~/models/event.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { keepReturnToken } from '~/models/return-link.server';
import {
  consumeSignInLink,
  login,
  loginOrRegister,
  openReturnLink,
  registerByNames,
  type Claim,
} from '~/models/sign-in.server';
import { checkVisitorAccess, type UserRow } from '~/models/user.server';
import type { RequestArgs } from './context';
import { signIn } from './session.server';
import { limitedMail, signInMailFor } from './sign-in-mail.server';
import {
  byAddress,
  withLimit,
  withNamesThrottle,
  withRegistrationThrottle,
  withSignInThrottle,
} from './throttle.server';

/** The two names that an event is found by. */
interface EventNames {
  event: string;
  organizerName: string;
}

interface Person {
  name: string;
  email: string;
}

/** One way in: what it is given, values that a schema has read, and whom it lets in. */
interface Way<
  Given extends { [Name in keyof Given]: string | number | undefined },
  Who extends Entry,
> {
  given: Given;
  who: Who;
}

/** Who is let in: a member, or a visitor of an event. */
type Entry = { user: UserRow } | { visitorOf: EventRow };

/** All ways into an event. */
interface Ways {
  /** Names and e-mail, of somebody who is a member already. */
  names: Way<EventNames & Person, { user: UserRow }>;
  /** The same with the password that an organizer chose. */
  password: Way<EventNames & Person & { password: string }, { user: UserRow }>;
  /**
   * The Login/Register dialog, in the event that its reader looks at: who is new there registers, and
   * who may be known is asked.
   */
  dialog: Way<
    EventNames & Person & { eventId: number; password?: string; claim?: Claim },
    { user: UserRow; created: boolean }
  >;
  /** Names and e-mail of somebody new. */
  registration: Way<EventNames & Person & { username?: string }, { user: UserRow }>;
  /** The single-use link that was mailed to a member. */
  'mailed-link': Way<{ token: string }, { user: UserRow }>;
  /** An organizer's private return link, which stays good. */
  'return-link': Way<{ token: string }, { user: UserRow }>;
  /** The two names of an event that runs, to look around. */
  visitor: Way<EventNames, { visitorOf: EventRow }>;
  /** The same of one that has ended: all that its organizer finds there is Login/Register. */
  'ended-event': Way<EventNames, { visitorOf: EventRow }>;
  /** A new event, whose organizer is in at once and is shown the return link. */
  creation: Way<CreateEventValues, { user: UserRow; event: EventRow }>;
}

type Given<W extends keyof Ways> = Ways[W]['given'];
type Who<W extends keyof Ways> = Ways[W]['who'];

/**
 * Lets somebody in by one of the ways. The one place where sessions begin; the answer must carry the
 * session.
 * @param given what the form or the call proved
 * @throws DomainError what the way's model refuses, and too_many_attempts
 */
export async function enter<W extends keyof Ways>(
  args: RequestArgs,
  way: W,
  given: Given<W>,
): Promise<Who<W>> {
  const who = await tryWayIn(args, way, given);
  await signIn(args, who).catch((cause: unknown) => {
    const code = LOGIN_FAILED[way];
    if (!code) throw cause;
    args.context.log.error({ err: cause }, 'no session began');
    throw new DomainError(code, { cause });
  });
  return who;
}

/** What is said where somebody is there from now on, but not signed in. */
const LOGIN_FAILED: Partial<Record<keyof Ways, ErrorCode>> = {
  registration: 'login_after_registration_failed',
  creation: 'login_after_creation_failed',
};

/**
 * Whom a way would let in; no session begins. A failure counts as it does at the door.
 * @throws DomainError what `enter` throws
 */
export function tryWayIn<W extends keyof Ways>(
  args: RequestArgs,
  way: W,
  given: Given<W>,
): Promise<Who<W>> {
  return authenticatorOf(args).authenticate(way, requestWith(args.request, given));
}

/**
 * A way in as remix-auth knows it: it gets nothing but a request, and that one is a copy. So the values
 * travel as the body of a request of our own; the caller's was read once, within its limits.
 */
class WayIn<W extends keyof Ways> extends Strategy<Entry, Given<W>> {
  constructor(
    readonly name: W,
    verify: (given: Given<W>) => Promise<Who<W>>,
  ) {
    super(verify);
  }

  async authenticate(request: Request): Promise<Entry> {
    return this.verify((await request.json()) as Given<W>);
  }
}

function requestWith({ url }: Request, given: object): Request {
  return new Request(url, { method: 'POST', body: JSON.stringify(given) });
}

/** Every way in: its throttle, where something could be guessed, around one call of the model. */
function authenticatorOf(args: RequestArgs): Authenticator<Entry> {
  const { app } = args.context;
  const { db } = app;
  const signInDeps = { ...app, mail: limitedMail(args) };
  const signInByNames = async (who: Given<'names'> & { password?: string }) => {
    const signInMail = await signInMailFor(args);
    return withSignInThrottle(args, who, () => login(signInDeps, { ...who, signInMail }));
  };

  return new Authenticator<Entry>()
    .use(new WayIn('names', signInByNames))
    .use(new WayIn('password', signInByNames))
    .use(
      new WayIn('dialog', async (who) => {
        const signInMail = await signInMailFor(args);
        return withSignInThrottle(args, who, () =>
          loginOrRegister(signInDeps, { ...who, signInMail }),
        );
      }),
    )
    .use(
      new WayIn('registration', (who) =>
        withRegistrationThrottle(args, who, async () => ({
          user: await registerByNames(db, { ...who, today: app.today() }),
        })),
      ),
    )
    .use(
      new WayIn('mailed-link', async ({ token }) => ({
        user: await consumeSignInLink(db, { token, now: app.now() }),
      })),
    )
    .use(
      new WayIn('return-link', async ({ token }) => ({
        user: await openReturnLink(db, { token }),
      })),
    )
    .use(
      new WayIn('visitor', (names) =>
        withNamesThrottle(args, async () => ({
          visitorOf: await checkVisitorAccess(db, { ...names, today: app.today() }),
        })),
      ),
    )
    .use(
      new WayIn('ended-event', (names) =>
        withNamesThrottle(args, async () => ({ visitorOf: await findEventByNames(db, names) })),
      ),
    )
    .use(
      new WayIn('creation', async (values) => {
        const { event, user, returnToken } = await withLimit(
          args,
          byAddress(args, 'created_event'),
          () => createEvent(db, { values, today: app.today(), isSold: app.payments !== null }),
        );
        await keepReturnToken(app, { actor: memberOf(user, app.today()), token: returnToken });
        return { event, user };
      }),
    );
}
