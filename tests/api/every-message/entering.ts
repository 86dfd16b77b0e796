import { eq } from 'drizzle-orm';
import { events } from '~db/schema';
import { Client } from '../../setup/client';
import { createParty, join, makeOrganizeLink, unique } from '../party';
import { call, form, page, sent, upload, type Rows, type Who } from './row';
import { guest, namesOf, nobody, once, organizer, PASSWORD, visitor, type Scene } from './scene';

// Finding an event, joining it, and signing in.

type Names = Record<'event' | 'organizerName', string>;
const confirming = (names: Names | ((scene: Scene) => Names | Promise<Names>), who: Who = nobody) =>
  form(who, '/auth/join/confirm?event=Nowhere&organizer=Nobody', names);
const person = () => ({ name: `Guest ${unique()}`, email: `${unique()}@example.com` });
const LOGIN = '/login';
const REGISTER = '/api/register';
const JOIN = '/auth/join';
const register = (fields: object | ((scene: Scene) => object)) =>
  call(nobody, 'POST', REGISTER, (scene) => ({
    ...namesOf(scene),
    ...person(),
    ...(typeof fields === 'function' ? fields(scene) : fields),
  }));
/** A visitor’s form, sent from its first step, or from the last one, where they are let in. */
const login = (fields: Record<string, string>, at?: string) =>
  form(
    visitor,
    LOGIN,
    { name: 'Ann Lee', email: 'ann@example.com', consent: 'on', ...fields },
    { at },
  );
const inTheWay = (scene: Scene) => ({ ...person(), name: scene.party.organizer.user.name });
const member = ({ user: { name, email } }: Scene['guest']) => ({ name, email });
const full = once(async ({ origin, db }) => {
  const party = await createParty(origin);
  await db.update(events).set({ maxUsers: 1 }).where(eq(events.id, party.event.id));
  const outside = new Client(origin);
  await outside.post('/api/visitor-access', party.names);
  await join(party);
  return { party, outside };
});
const codeOnly = once(async ({ origin }) => {
  const party = await createParty(origin);
  await party.organizer.client.post(`/api/events/${party.event.id}/renew-code`, { door: 'code' });
  return party;
});
const keptOut = once(async ({ origin }) => {
  const party = await createParty(origin);
  const { user } = await join(party);
  await party.organizer.client.delete(`/api/users/${user.id}?keepOut=1`);
  const outside = new Client(origin);
  await outside.post('/api/visitor-access', party.names);
  return { party, outside, user };
});
/** A party whose next newcomer has to wait for a minute. */
const crowded = once(async ({ strict }) => {
  const party = await createParty(strict.origin);
  const outside = new Client(strict.origin);
  await outside.post('/api/visitor-access', party.names);
  await outside.post(REGISTER, { ...party.names, ...person() });
  await outside.post('/api/logout');
  await outside.post('/api/visitor-access', party.names);
  return { party, outside };
});
const crowdedOrganizer = async (scene: Scene) => {
  const { party } = await crowded(scene);
  return { ...party.names, ...member(party.organizer) };
};
const elsewhere = once(async ({ origin }) => (await createParty(origin)).organizer);
const organizing = once(({ party }) => makeOrganizeLink(party));
/** Locked out of a user of their own after twenty wrong passwords. */
const lockedOut = once(async ({ origin }) => {
  const party = await createParty(origin, { organizerPassword: PASSWORD });
  const client = new Client(origin);
  const fields = { ...party.names, ...member(party.organizer), password: 'not the one' };
  for (let count = 0; count < 20; count += 1) await client.post('/api/login', fields);
  return { client, party, fields };
});
const signInUrl = ({ event, organizerName }: { event: string; organizerName: string }) =>
  `/auth/sign-in?${new URLSearchParams({ event, organizer: organizerName })}`;
const asMember = (make: (scene: Scene) => Scene['guest'], more: Record<string, string> = {}) =>
  form(
    nobody,
    (scene) => signInUrl(namesOf(scene)),
    (scene) => ({ ...member(make(scene)), ...more }),
  );

export const ENTERING: Rows = {
  event_name_required: {
    call: call(nobody, 'POST', '/api/visitor-access', { event: ' ', organizerName: 'Ann Lee' }),
    screen: confirming({ event: ' ', organizerName: 'Ann Lee' }),
  },
  event_name_min: {
    call: call(nobody, 'POST', '/api/login', { event: 'ab', organizerName: 'Ann Lee' }),
    screen: form(nobody, JOIN, { event: 'ab', organizerName: 'Ann Lee' }, { at: 'event' }),
  },
  organizer_name_required: {
    call: call(nobody, 'POST', '/api/visitor-access', { event: 'Summer party', organizerName: '' }),
    screen: form(
      nobody,
      JOIN,
      { event: 'Summer party', organizerName: ' ' },
      { at: 'organizerName', keeps: { event: 'Summer party' } },
    ),
  },
  name_min: { call: register({ name: 'An' }), screen: login({ name: 'An' }, 'name') },
  name_max: {
    call: register({ name: 'x'.repeat(121) }),
    screen: login({ name: 'x'.repeat(121) }, 'name'),
  },
  name_invalid: {
    call: register({ name: 'Ann\u202ELee' }),
    screen: login({ name: 'Ann\u202ELee' }, 'name'),
  },
  name_imitates: {
    call: register(inTheWay),
    screen: {
      ...form(visitor, LOGIN, (scene) => ({ ...inTheWay(scene), consent: 'on', intent: 'submit' })),
      at: 'name',
    },
  },
  email_invalid: { call: register({ email: 'ann@' }), screen: login({ email: 'ann@' }, 'email') },
  consent_required: {
    call: 'A call has no box to tick: whoever calls has told their guests.',
    screen: form(visitor, LOGIN, { name: 'Ann Lee', email: 'ann@example.com' }, { at: 'consent' }),
  },
  event_not_found: {
    call: call(nobody, 'POST', '/api/visitor-access', {
      event: 'Nowhere',
      organizerName: 'Nobody',
    }),
    screen: confirming({ event: 'Nowhere', organizerName: 'Nobody' }),
  },
  incorrect_organizer_name: {
    call: call(nobody, 'POST', '/api/visitor-access', ({ party }) => ({
      event: party.names.event,
      organizerName: 'Nobody',
    })),
    screen: confirming(({ party }) => ({ event: party.names.event, organizerName: 'Nobody' })),
  },
  code_only: {
    call: call(
      nobody,
      'POST',
      '/api/visitor-access',
      async (scene) => (await codeOnly(scene)).names,
    ),
    screen: confirming(async (scene) => (await codeOnly(scene)).names),
  },
  all_fields_required: {
    call: call(nobody, 'POST', REGISTER, { event: ' ' }),
    screen: 'Each field of a form says for itself that it is empty.',
  },
  not_authenticated: {
    call: call(nobody, 'GET', '/api/user'),
    screen: 'A screen without a session leads to the landing.',
  },
  authentication_required: {
    call: call(visitor, 'POST', '/api/favorites', { userId: 1, photoId: 1 }),
    screen: page(visitor, ({ photo }) => `/photos/${photo.id}/report`),
  },
  invalid_credentials: {
    call: call(nobody, 'POST', '/api/login', (scene) => ({ ...namesOf(scene), ...person() })),
    screen: form(nobody, (scene) => signInUrl(namesOf(scene)), person),
  },
  password_required: {
    call: call(nobody, 'POST', '/api/login', (scene) => ({
      ...namesOf(scene),
      ...member(organizer(scene)),
    })),
    screen: { ...asMember(organizer, { password: '' }), at: 'password' },
  },
  organizer_proof: {
    call: call(({ strict }) => new Client(strict.origin), 'POST', '/api/login', crowdedOrganizer),
    screen: form(
      ({ strict }) => new Client(strict.origin),
      async (scene) => signInUrl((await crowded(scene)).party.names),
      async (scene) => member((await crowded(scene)).party.organizer),
    ),
  },
  event_ended_registration: {
    call: call(nobody, 'POST', REGISTER, ({ ended }) => ({ ...ended.names, ...person() })),
    screen: 'A form of an ended event is refused before it registers anybody (event_ended).',
  },
  event_ended: {
    call: call(nobody, 'POST', '/api/visitor-access', ({ ended }) => ended.names),
    screen: {
      ...form(nobody, JOIN, ({ ended }) => ended.names),
      says: 'auth:join.ended_text',
    },
  },
  access_denied: {
    call: call(guest, 'GET', '/api/events/1'),
    screen: page(guest, ({ photo }) => `/photos/${photo.id}/report`),
  },
  kept_out: {
    call: call(nobody, 'POST', REGISTER, async (scene) => {
      const { party, user } = await keptOut(scene);
      return { ...party.names, ...person(), email: user.email };
    }),
    screen: form(
      async (scene) => (await keptOut(scene)).outside,
      LOGIN,
      async (scene) => {
        const { email } = (await keptOut(scene)).user;
        return { ...person(), email, consent: 'on', intent: 'submit' };
      },
    ),
  },
  other_event: {
    call: 'A call that signs in replaces the session: nobody is asked.',
    screen: confirming(namesOf, elsewhere),
  },
  user_exists: {
    call: register(({ guest }) => member(guest)),
    screen: form(nobody, organizing, ({ party }) => member(party.organizer), { at: 'name' }),
  },
  maybe_known: {
    call: 'A call registers whoever it names.',
    screen: form(
      visitor,
      LOGIN,
      ({ guest }) => ({
        name: guest.user.name,
        email: guest.user.email.replace('.com', '.co'),
        consent: 'on',
        intent: 'submit',
      }),
      { isWhole: true },
    ),
  },
  event_full: {
    call: call(nobody, 'POST', REGISTER, async (scene) => ({
      ...(await full(scene)).party.names,
      ...person(),
    })),
    screen: form(
      async (scene) => (await full(scene)).outside,
      LOGIN,
      () => ({ ...person(), consent: 'on', intent: 'submit' }),
      { says: 'auth:login.full_text' },
    ),
  },
  too_many_attempts: {
    call: call(
      async (scene) => (await lockedOut(scene)).client,
      'POST',
      '/api/login',
      async (scene) => (await lockedOut(scene)).fields,
    ),
    screen: form(
      async (scene) => (await lockedOut(scene)).client,
      async (scene) => signInUrl((await lockedOut(scene)).party.names),
      async (scene) => {
        const { name, email, password } = (await lockedOut(scene)).fields;
        return { name, email, password };
      },
    ),
  },
  many_arriving: {
    call: call(
      async (scene) => (await crowded(scene)).outside,
      'POST',
      REGISTER,
      async (scene) => ({ ...(await crowded(scene)).party.names, ...person() }),
    ),
    screen: form(
      async (scene) => (await crowded(scene)).outside,
      LOGIN,
      () => ({ ...person(), consent: 'on', intent: 'submit' }),
    ),
  },
  invalid_request: {
    call: sent(nobody, 'POST', '/api/login', {
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    }),
    screen: upload(guest, '/photos/1/star', {
      body: 'x',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
  },
  unsupported_media: {
    call: sent(nobody, 'POST', '/api/login', {
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    }),
    screen: upload(guest, '/photos/1/star', {
      body: 'x',
      headers: { 'Content-Type': 'text/plain' },
    }),
  },
  method_not_allowed: {
    call: call(nobody, 'GET', '/api/login'),
    screen: 'A browser follows links and sends forms only where there are some.',
  },
};
