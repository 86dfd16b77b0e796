import { generateSync } from 'otplib';
import { eq } from 'drizzle-orm';
import { events, users } from '~db/schema';
import { Client } from '../../setup/client';
import { outlastCachedReads } from '../../setup/cached-reads';
import { open, send } from '../pages';
import { createParty, join, unique } from '../party';
import { call, form, page, type Rows } from './row';
import {
  administrator,
  day,
  guest,
  ofEvent,
  once,
  organizer,
  PASSWORD,
  shopkeeper,
  type Scene,
} from './scene';

// A member's own account, messages, guests and co-organizers.

const UNKNOWN_TOKEN = 'x'.repeat(43);
const FACTOR = '/settings/second-factor';

/** An organizer whose second factor is on, and one without. */
const factored = once(async ({ origin }) => {
  const party = await createParty(origin, { organizerPassword: PASSWORD });
  const { client, user } = party.organizer;
  client.speak('en');
  const begin = { intent: 'begin', currentPassword: PASSWORD };
  const shown = await send(client, await open(client, FACTOR), 'Continue', begin);
  const secret = /(?:\b[A-Z2-7]{4} ?){8}/.exec(shown.text)?.[0].replaceAll(' ', '') ?? '';
  const code = generateSync({ secret, epoch: Date.now() / 1000 });
  await send(client, shown, 'Turn on', { intent: 'confirm', code });
  const { name, email } = user;
  return { client, names: party.names, login: { ...party.names, name, email, password: PASSWORD } };
});
const outsideFactored = once(async (scene) => {
  const client = new Client(scene.origin);
  await client.post('/api/visitor-access', (await factored(scene)).names);
  return client;
});
const factorForm = (more: Record<string, string>, at?: string) =>
  form(
    outsideFactored,
    '/login',
    async (scene) => {
      const { name, email, password } = (await factored(scene)).login;
      return { name, email, password, consent: 'on', intent: 'submit', ...more };
    },
    { at },
  );

/** Another device of an organizer, which has proved nothing but a name and an address. */
const unproven = once(async ({ origin }) => {
  const party = await createParty(origin);
  const client = new Client(origin);
  const { name, email } = party.organizer.user;
  await client.post('/api/login', { ...party.names, name, email });
  return client;
});

/** An event with as many co-organizers, links and planned messages as there may be. */
const crammed = once(async ({ origin }) => {
  const party = await createParty(origin);
  await join(party);
  const { client } = party.organizer;
  const make = () => client.post(`/api/events/${party.event.id}/co-organizers`, {});
  while ((await make()).status === 201);
  const plan = () => client.post('/api/messages', planned);
  while ((await plan()).status === 201);
  return party;
});
const planned = { toUserId: 'all', message: 'Hi', sendAt: `${day(1)}T12:00:00Z` };
const write = (fields: object) =>
  call(organizer, 'POST', '/api/messages', { toUserId: 'all', message: 'Hi', ...fields });
const writing = (fields: Record<string, string>, at: string) =>
  form(organizer, '/messages?with=all', { message: 'Hi', intent: 'send', ...fields }, { at });
const list = (text: string) => call(organizer, 'POST', ofEvent('/guest-list'), { list: text });
const listing = (text: string) =>
  form(organizer, '/participants/invited', { list: text }, { at: 'list' });

export const PEOPLE: Rows = {
  password_wrong: {
    call: 'A call that needs the password again answers as signing in does (invalid_credentials).',
    screen: form(
      organizer,
      '/settings',
      { intent: 'password', currentPassword: 'not the one', password: 'open barley' },
      { at: 'currentPassword' },
    ),
  },
  second_factor_required: {
    call: call(
      async ({ origin }) => new Client(origin),
      'POST',
      '/api/login',
      async (scene) => (await factored(scene)).login,
    ),
    screen: factorForm({ code: '' }, 'code'),
  },
  second_factor_wrong: {
    call: call(
      async ({ origin }) => new Client(origin),
      'POST',
      '/api/login',
      async (scene) => ({
        ...(await factored(scene)).login,
        code: '000000',
      }),
    ),
    screen: factorForm({ code: '000000' }, 'code'),
  },
  second_factor_on: {
    call: 'The second factor is set up on its screen only.',
    screen: form(async (scene) => (await factored(scene)).client, FACTOR, {
      intent: 'begin',
      currentPassword: PASSWORD,
    }),
  },
  second_factor_off: {
    call: 'The second factor is set up on its screen only.',
    screen: form(organizer, FACTOR, { intent: 'off', currentPassword: PASSWORD }),
  },
  link_expired: {
    call: 'A link is opened in a browser.',
    screen: {
      ...page(async ({ origin }) => new Client(origin), `/organize/${UNKNOWN_TOKEN}`),
      says: 'organize:expired',
    },
  },
  link_unproven: {
    call: 'The private link is made on the settings only.',
    screen: form(unproven, '/settings', { intent: 'link' }),
  },
  event_closed: {
    call: call(pastGuest, 'POST', '/api/seen', { ids: [1] }),
    screen: form(
      pastGuest,
      '/photos/1/star',
      { on: '1', next: '/feed' },
      { says: 'morning:title' },
    ),
  },
  user_not_found: {
    call: call(guest, 'GET', '/api/photos/user/99999999'),
    screen: form(administrator, '/admin/users/99999999/delete', { typed: '' }),
  },
  message_required: { call: write({ message: ' ' }), screen: writing({ message: ' ' }, 'message') },
  text_max: {
    call: write({ message: 'x'.repeat(2001) }),
    screen: form(organizer, '/event/remind', { message: 'x'.repeat(2001) }, { at: 'message' }),
  },
  recipient_required: {
    call: write({ toUserId: 'nobody' }),
    screen: { ...writing({ audience: 'nobody' }, 'audience'), keeps: { message: 'Hi' } },
  },
  message_not_found: {
    call: call(guest, 'PATCH', '/api/messages/99999999/read'),
    screen: form(organizer, '/messages', { intent: 'unplan', plannedId: '99999999' }),
  },
  send_at_invalid: {
    call: write({ sendAt: 'soon' }),
    screen: writing({ sendAt: 'soon' }, 'sendAt'),
  },
  send_at_past: {
    call: write({ sendAt: '2020-01-01T12:00:00Z' }),
    screen: writing({ sendAt: '2020-01-01T12:00' }, 'sendAt'),
  },
  send_at_after_end: {
    call: write({ sendAt: '2090-01-01T12:00:00Z' }),
    screen: writing({ sendAt: '2090-01-01T12:00' }, 'sendAt'),
  },
  planned_full: {
    call: call(async (scene) => (await crammed(scene)).organizer, 'POST', '/api/messages', planned),
    screen: form(async (scene) => (await crammed(scene)).organizer, '/messages?with=all', {
      message: 'Hi',
      intent: 'send',
      sendAt: `${day(1)}T12:00`,
    }),
  },
  co_organizers_full: {
    call: call(
      async (scene) => (await crammed(scene)).organizer,
      'POST',
      async (scene) => `/api/events/${(await crammed(scene)).event.id}/co-organizers`,
      {},
    ),
    screen: form(async (scene) => (await crammed(scene)).organizer, '/participants', {
      intent: 'invite-co-organizer',
    }),
  },
  guest_list_empty: { call: list(' '), screen: listing(' ') },
  list_too_long: { call: list('x\n'.repeat(3000)), screen: listing('x\n'.repeat(3000)) },
  guest_email: {
    call: lineOf(list('Ann Lee')),
    screen: form(
      organizer,
      '/participants/invited',
      { list: 'Ann Lee' },
      { keeps: { list: 'Ann Lee' } },
    ),
  },
  own_email_unconfirmed: {
    call: 'Invitations are mailed from their screen only.',
    screen: form(mailingOrganizer, '/participants/invited', { intent: 'invite' }),
  },
  sign_in_link_sent: {
    call: call(
      ({ shop }) => new Client(shop.origin),
      'POST',
      '/api/login',
      async (scene) => ofShop(scene),
    ),
    screen: form(outsideShop, '/login', async (scene) => {
      const { name, email } = await ofShop(scene);
      return { name, email, consent: 'on', intent: 'submit' };
    }),
  },
};

/** A guest of an event that ended yesterday, who may still read it. */
async function pastGuest(scene: Scene): Promise<Client> {
  return pastGuests(scene);
}
const pastGuests = once(async ({ origin, db }) => {
  const party = await createParty(origin);
  const { client } = await join(party);
  const over = { startDate: day(-8), endDate: day(-1) };
  await db.update(events).set(over).where(eq(events.id, party.event.id));
  await outlastCachedReads();
  return client;
});

/** An organizer who can mail, with a guest on their list. */
async function mailingOrganizer(scene: Scene): Promise<Client> {
  const { client, user } = await shopkeeper(scene);
  await client.post(`/api/events/${user.eventId}/guest-list`, {
    list: `Bo Lee, ${unique()}@x.example`,
  });
  await scene.shop.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, user.id));
  return client;
}

async function ofShop(scene: Scene) {
  const { user } = await shopkeeper(scene);
  const { client } = await shopkeeper(scene);
  const { json } = await client.get<{ name: string }>(`/api/events/${user.eventId}`);
  return { event: json.name, organizerName: user.name, name: user.name, email: user.email };
}
async function outsideShop(scene: Scene): Promise<Client> {
  const client = new Client(scene.shop.origin);
  const { event, organizerName } = await ofShop(scene);
  await client.post('/api/visitor-access', { event, organizerName });
  return client;
}

/** A list is accepted, and the answer says what is wrong with a line. */
function lineOf(asked: ReturnType<typeof call>): ReturnType<typeof call> {
  return async (scene) => {
    const answer = await asked(scene);
    const { errors } = answer.json as { errors: { message: string }[] };
    return { ...answer, status: answer.status === 200 ? 400 : 0, json: errors[0] };
  };
}
