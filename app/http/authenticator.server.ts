import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import { removeFirstPassword } from '~/first-password.server';
import { memberOf } from '~/models/access';
import { checkAdmin } from '~/models/admin/account.server';
import { findEventByNames, type Entrant } from '~/models/event/names.server';
import type { EventRow } from '~/models/event/read.server';
import { createEvent, type CreateEventValues } from '~/models/event/create.server';
import { isAway } from '~/models/away.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { proveSecondFactor } from '~/models/session/second-factor.server';
import { storeReturnToken } from '~/models/session/return-link.server';
import { consumeSignInLink } from '~/models/session/sign-in-link.server';
import {
  login,
  loginOrRegister,
  openReturnLink,
  type Claim,
} from '~/models/session/sign-in.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { checkVisitorAccess, type UserRow } from '~/models/user/read.server';
import { openMorningLink } from '~/models/user/morning-link.server';
import { joinAsCoOrganizer } from '~/models/user/co-organizer-join.server';
import { register } from '~/models/user/register.server';
import type { Countable } from '~/models/session/attempts.server';
import { addressKey } from './address.server';
import { markBrowser } from './browser-mark.server';
import type { RequestArgs } from './context';
import { readLastEvent } from './last-event.server';
import { recordProof, recordSecurity } from './security-log.server';
import { signIn } from './session.server';
import { linkMailer, signInMailFor } from './sign-in-mail.server';
import { seatByScan } from './table.server';
import {
  withAdminThrottle,
  withEventThrottle,
  withJoinLimit,
  withLimit,
  withPasswordThrottle,
  withRegistrationThrottle,
  withSignInThrottle,
} from './throttle.server';
import { byAddress } from './throttle-places.server';

/** The two names by which an event is found. */
interface EventNames {
  event: string;
  organizerName: string;
}

interface Person {
  name: string;
  email: string;
}

/** A sign-in method: its input, which a schema has parsed, and its result. */
interface SignInMethod<
  Given extends { [Name in keyof Given]: string | number | undefined },
  Who extends Entry,
> {
  given: Given;
  who: Who;
}

/** The signed-in person: a member, or a visitor of an event. */
type Entry = { user: UserRow } | { visitorOf: EventRow };

/** All methods of signing in to an event. */
interface SignInMethods {
  /** Names and e-mail of an existing member. */
  names: SignInMethod<EventNames & Person, { user: UserRow }>;
  /** The same with an organizer's password. */
  password: SignInMethod<EventNames & Person & { password: string }, { user: UserRow }>;
  /** The Login/Register dialog of an event. It registers newcomers and asks people who resemble a member. */
  dialog: SignInMethod<
    Person & { eventId: number; password?: string; claim?: Claim },
    { user: UserRow; created: boolean }
  >;
  /** Names and e-mail of a newcomer. */
  registration: SignInMethod<EventNames & Person & { username?: string }, { user: UserRow }>;
  /** A link that was mailed to a member: a single-use one, or the one in the mail on the morning after. */
  'mailed-link': SignInMethod<{ token: string; from?: 'morning' }, { user: UserRow }>;
  /** An organizer's private return link, which stays valid. */
  'return-link': SignInMethod<{ token: string }, { user: UserRow }>;
  /** The administrator's credentials, which are their credential check as well. */
  administrator: SignInMethod<
    { username: string; password: string; code?: string },
    { user: UserRow }
  >;
  /** A single-use link that makes a signed-in member, or a person with name and e-mail, a co-organizer. */
  'organizer-link': SignInMethod<
    { token: string; userId?: number; eventId: number; name: string; email: string },
    { user: UserRow }
  >;
  /** The two names of a running event, for a visitor. */
  visitor: SignInMethod<EventNames, { visitorOf: EventRow }>;
  /** The same for an ended event. Its organizer can only reach Login/Register there. */
  'ended-event': SignInMethod<EventNames, { visitorOf: EventRow }>;
  /** A new event. Its organizer is signed in at once and is shown the return link. */
  creation: SignInMethod<CreateEventValues, { user: UserRow; event: EventRow }>;
}

type InputOf<W extends keyof SignInMethods> = SignInMethods[W]['given'];
type OutcomeOf<W extends keyof SignInMethods> = SignInMethods[W]['who'];

/**
 * Signs a person in. This is the only place where sessions start; the response must carry the session.
 * @param given the input of the form or API call
 * @param code the code of the second factor, which is required with every method if the user has one; the
 *   administrator's is in `given`
 * @throws DomainError what the method's model throws, and too_many_attempts
 */
export async function enter<W extends keyof SignInMethods>(
  args: RequestArgs,
  method: W,
  given: InputOf<W>,
  code?: string,
): Promise<OutcomeOf<W>> {
  const who = await trySignIn(args, method, given);
  const isAdminChecked = method === 'administrator';
  if ('user' in who && !isAdminChecked) await askForCode(args, who.user, code);
  if ('user' in who) {
    who.user.tableId = await seatByScan(args, who.user);
    await markBrowser(args, who.user.id);
  }
  const proofs = { isProven: isProven(method, who), isAdminChecked };
  await signIn(args, who, proofs).catch((cause: unknown) => {
    const code = LOGIN_FAILED[method];
    if (!code || isAway(cause)) throw cause;
    args.context.log.error({ err: cause }, 'a session could not be started');
    throw new DomainError(code, { cause });
  });
  if ('user' in who) {
    const { id: userId, eventId } = who.user;
    await recordSecurity(args, 'sign_in', { userId, eventId });
  }
  if ('user' in who && who.user.id === ADMIN_USER_ID) {
    removeFirstPassword({ dataDir: args.context.app.env.DATA_DIR, log: args.context.log });
  }
  return who;
}

/** Methods that only the right person can use. Visitors and participants have nothing more to prove. */
const PROVING_METHODS: readonly (keyof SignInMethods)[] = [
  'creation',
  'mailed-link',
  'return-link',
  'organizer-link',
];

function isProven(method: keyof SignInMethods, who: Entry): boolean {
  if (PROVING_METHODS.includes(method) || !('user' in who)) return true;
  const { isOrganizer, passwordHash, passwordDoubtedAt } = who.user;
  return !isOrganizer || (passwordHash !== null && passwordDoubtedAt === null);
}

/** Verifies the code if the user has a second factor. A wrong code counts like a wrong password. */
async function askForCode(args: RequestArgs, user: UserRow, code?: string): Promise<void> {
  const prove = () => proveSecondFactor(args.context.app, { user, code });
  const proof = await (code ? withPasswordThrottle(args, user, prove) : prove());
  await recordProof(args, user, proof);
}

/** The error if the user or event was created but the sign-in failed. */
const LOGIN_FAILED: Partial<Record<keyof SignInMethods, ErrorCode>> = {
  registration: 'login_after_registration_failed',
  creation: 'login_after_creation_failed',
};

/**
 * Runs a sign-in method without starting a session. Failures count as usual.
 * @throws DomainError what `enter` throws
 */
export function trySignIn<W extends keyof SignInMethods>(
  args: RequestArgs,
  method: W,
  given: InputOf<W>,
): Promise<OutcomeOf<W>> {
  return authenticatorOf(args).authenticate(method, requestWith(args.request, given));
}

/**
 * A sign-in method as a remix-auth strategy. A strategy receives a copy of a request and nothing else. So the
 * values travel as the body of a new request; the original body was read once, within its limits.
 */
class SignInStrategy<W extends keyof SignInMethods> extends Strategy<Entry, InputOf<W>> {
  constructor(
    readonly name: W,
    verify: (given: InputOf<W>) => Promise<OutcomeOf<W>>,
  ) {
    super(verify);
  }

  async authenticate(request: Request): Promise<Entry> {
    return this.verify((await request.json()) as InputOf<W>);
  }
}

function requestWith({ url }: Request, given: object): Request {
  return new Request(url, { method: 'POST', body: JSON.stringify(given) });
}

/** All sign-in methods. Each one calls the model once, inside a throttle if something could be guessed. */
function authenticatorOf(args: RequestArgs): Authenticator<Entry> {
  const { app } = args.context;
  const join: typeof register = (deps, who) => withJoinLimit(args, who, () => register(deps, who));
  const isProofRequired = app.env.ORGANIZER_PROOF === 'required';
  const signInDeps = { ...app, mail: linkMailer(args), register: join, isProofRequired };
  // The link that the newcomer's browser has opened: an event may require its code (rule `door.open`).
  const newcomer = async () => ({ link: await readLastEvent(args) });
  const findEventId = async (names: EventNames, entrant: Entrant) =>
    (await withEventThrottle(args, () => findEventByNames(app.db, names, entrant))).id;
  // Wrong names count as guesses. A success counts, too, because it creates a row. Several parties may
  // share one address, so each event has its own count.
  const visitByNames = async (find: () => Promise<EventRow>) => {
    const event = await withEventThrottle(args, find);
    const place: Countable = ['visit', `${event.id} ${addressKey(args)}`];
    return withLimit(args, place, async () => ({ visitorOf: event }));
  };
  const signInByNames = async (who: InputOf<'names'> & { password?: string }) => {
    const [signInMail, eventId] = [await signInMailFor(args), await findEventId(who, 'member')];
    return withSignInThrottle(args, { ...who, eventId }, () =>
      login(signInDeps, { ...who, signInMail }),
    );
  };

  return new Authenticator<Entry>()
    .use(new SignInStrategy('names', signInByNames))
    .use(new SignInStrategy('password', signInByNames))
    .use(
      new SignInStrategy('dialog', async (who) => {
        const signInMail = await signInMailFor(args);
        return withSignInThrottle(args, who, () =>
          loginOrRegister(signInDeps, { ...who, signInMail }),
        );
      }),
    )
    .use(
      new SignInStrategy('registration', async (who) => {
        const attempt = { ...who, eventId: await findEventId(who, await newcomer()) };
        return withRegistrationThrottle(args, attempt, async () => ({
          user: await join(app, { ...attempt, today: app.today() }),
        }));
      }),
    )
    .use(
      new SignInStrategy('mailed-link', async ({ token, from }) => ({
        user: await (from ? openMorningLink : consumeSignInLink)(app, { token, now: app.now() }),
      })),
    )
    .use(
      new SignInStrategy('return-link', async ({ token }) => ({
        user: await openReturnLink(app.db, { token }),
      })),
    )
    .use(
      new SignInStrategy('administrator', async (given) => {
        const credentials = { userId: ADMIN_USER_ID, ...given };
        const check = await withAdminThrottle(args, () => checkAdmin(app, credentials));
        if (!check.isAdmin) throw new DomainError(check.refusal, { field: check.field });
        await recordProof(args, check.user, check.proof);
        return { user: check.user };
      }),
    )
    .use(
      new SignInStrategy('organizer-link', async ({ token, userId, ...person }) => {
        const who = userId === undefined ? person : { userId };
        const join = () => joinAsCoOrganizer(app, { token, ...who });
        const { user, returnToken } = await (userId === undefined
          ? withSignInThrottle(args, person, join)
          : join());
        const actor = memberOf(user, app.today());
        return { user: await storeReturnToken(app, { actor, token: returnToken }) };
      }),
    )
    .use(
      new SignInStrategy('visitor', (names) =>
        visitByNames(async () =>
          checkVisitorAccess(app.db, { ...names, ...(await newcomer()), today: app.today() }),
        ),
      ),
    )
    .use(
      new SignInStrategy('ended-event', (names) =>
        visitByNames(async () => findEventByNames(app.db, names, await newcomer())),
      ),
    )
    .use(
      new SignInStrategy('creation', async (values) => {
        const { event, user, returnToken } = await withLimit(
          args,
          byAddress(args, 'created_event'),
          () => createEvent(app.db, { values, today: app.today(), isSold: app.payments !== null }),
        );
        await storeReturnToken(app, { actor: memberOf(user, app.today()), token: returnToken });
        return { event, user };
      }),
    );
}
