import { beforeAll, describe, expect, inject, test } from 'vitest';
import { CAPTION_MAX } from '~/models/photo/caption';
import {
  DEFAULT_MAX_USERS,
  DESCRIPTION_MAX,
  NAME_MAX,
  PHOTOS_PER_USER,
} from '~/models/event/rules';
import { MESSAGE_MAX } from '~/models/message/rules';
import { REASON_MAX } from '~/models/report/rules';
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '~/models/user/rules';
import { Client, type Answer } from '../setup/client';
import {
  addPhoto,
  createParty,
  join,
  sendPhoto,
  signInAdministrator,
  smallJpeg,
  unique,
  type Party,
  type Person,
} from './party';

// Every constant at its limit, where a call succeeds, and one beyond, where it is refused.

const { origin } = inject('pgliteServer');
const letters = (count: number) => unique().replaceAll('-', '').repeat(200).slice(0, count);
const outcomeOf = ({ status, json }: Answer) => {
  const { message } = json as { message?: string };
  return status < 300 ? 'taken' : `${status} ${message}`;
};

let party: Party;
let guest: Person;
let other: Person;
let administrator: Client;
beforeAll(async () => {
  party = await createParty(origin);
  [guest, other] = [await join(party), await join(party)];
  administrator = await signInAdministrator(origin);
});

const create = (fields: object) =>
  new Client(origin).post('/api/create-event', {
    name: `Event ${unique()}`,
    organizerName: `Organizer ${unique()}`,
    organizerEmail: `${unique()}@example.com`,
    ...fields,
  });
const register = (fields: object) =>
  new Client(origin).post('/api/register', {
    ...party.names,
    name: `Guest ${unique()}`,
    email: `${unique()}@example.com`,
    ...fields,
  });
const patch = (client: Client, path: string, json: object) =>
  client.request('PATCH', `/api/events/${party.event.id}${path}`, { json });
const setMaxPhotos = (maxPhotosPerUser: number) =>
  patch(party.organizer.client, '/max-photos', { maxPhotosPerUser });

/** What is sent with a number or a length, those that are taken, and the first that are not, with the refusal. */
type Row = [
  what: string,
  send: (size: number) => Promise<Answer>,
  taken: number[],
  refused: [number, string][],
];

const ROWS: Row[] = [
  [
    'letters of an event’s name',
    (size) => create({ name: letters(size) }),
    [3, NAME_MAX],
    [
      [2, '400 Event name must be at least 3 characters'],
      [NAME_MAX + 1, '400 This name is too long: 120 characters at most'],
    ],
  ],
  [
    'letters of an organizer’s name',
    (size) => create({ organizerName: letters(size) }),
    [3, NAME_MAX],
    [
      [2, '400 Organizer name must be at least 3 characters'],
      [NAME_MAX + 1, '400 This name is too long: 120 characters at most'],
    ],
  ],
  [
    'letters of a participant’s name',
    (size) => register({ name: letters(size) }),
    [3, NAME_MAX],
    [
      [2, '400 Name must be at least 3 characters'],
      [NAME_MAX + 1, '400 This name is too long: 120 characters at most'],
    ],
  ],
  [
    'letters of a username',
    (size) => create({ organizerUsername: letters(size) }),
    [USERNAME.min, USERNAME.max],
    [
      [2, '400 Username must be at least 3 characters'],
      [31, '400 Username must be 30 characters or less'],
    ],
  ],
  [
    'letters of a password',
    // Random letters may be a part of the event's name.
    (size) => create({ organizerPassword: 'kqzvxj'.repeat(40).slice(0, size) }),
    [PASSWORD_MIN, PASSWORD_MAX],
    [
      [5, '400 Password must be at least 6 characters'],
      [PASSWORD_MAX + 1, '400 This password is too long'],
    ],
  ],
  [
    'photos per participant',
    setMaxPhotos,
    [PHOTOS_PER_USER.min, PHOTOS_PER_USER.max],
    [
      [0, '400 Choose from 1 to 5 photos'],
      [6, '400 Choose from 1 to 5 photos'],
    ],
  ],
  [
    'participants of an event',
    (maxUsers) => patch(administrator, '/max-users', { maxUsers }),
    [1, 1_000_000],
    [
      [0, '400 Please enter a valid number greater than 0'],
      [1_000_001, '400 Please enter a number up to 1,000,000'],
    ],
  ],
  [
    'letters of a description',
    (size) => patch(party.organizer.client, '/description', { description: letters(size) }),
    [1, DESCRIPTION_MAX],
    [
      [0, '400 Description is required'],
      [DESCRIPTION_MAX + 1, '400 This text is too long'],
    ],
  ],
  [
    'letters of a message',
    (size) =>
      guest.client.post('/api/messages', {
        toUserId: party.organizer.user.id,
        message: letters(size),
      }),
    [1, MESSAGE_MAX],
    [
      [0, '400 Please write a message'],
      [MESSAGE_MAX + 1, '400 This text is too long'],
    ],
  ],
  [
    'letters of a report’s reason',
    async (size) => {
      const { id } = await addPhoto(await join(party), 1);
      return guest.client.post(`/api/photos/${id}/flag`, { reason: letters(size) });
    },
    [0, REASON_MAX],
    [[REASON_MAX + 1, '400 This text is too long']],
  ],
  [
    'photos seen at once',
    (size) =>
      guest.client.post('/api/seen', { ids: Array.from({ length: size }, (_, id) => id + 1) }),
    [0, 200],
    [[201, '400 Too many photos']],
  ],
];

describe.each(ROWS)('%s', (_what, send, taken, refused) => {
  test.each(taken)('%i: taken', async (size) => {
    expect(outcomeOf(await send(size))).toBe('taken');
  });
  test.each(refused)('%i: %s', async (size, refusal) => {
    expect(outcomeOf(await send(size))).toBe(refusal);
  });
});

test('an event has three slots a guest, and as many as its organizer says; never one more', async () => {
  const own = await createParty(origin);
  const person = await join(own);
  const send = async (position: number) =>
    outcomeOf(await sendPhoto(person, position, await smallJpeg()));
  const REFUSED = '400 You can’t add a photo here';
  expect([await send(PHOTOS_PER_USER.default), await send(4)]).toEqual(['taken', REFUSED]);
  await own.organizer.client.request('PATCH', `/api/events/${own.event.id}/max-photos`, {
    json: { maxPhotosPerUser: PHOTOS_PER_USER.max },
  });
  expect([await send(4), await send(5), await send(6)]).toEqual(['taken', 'taken', REFUSED]);
});

test('a caption has forty letters', async () => {
  const { id } = await addPhoto(other, 1);
  const write = async (size: number) =>
    outcomeOf(
      await other.client.request('PATCH', `/api/photos/${id}`, {
        json: { caption: 'é'.repeat(size) },
      }),
    );
  expect([await write(CAPTION_MAX), await write(CAPTION_MAX + 1)]).toEqual([
    'taken',
    '400 Caption must be 40 characters or less',
  ]);
});

test('a free event takes ten participants, besides its organizer, and no eleventh', async () => {
  const own = await createParty(origin);
  const ask = async () =>
    outcomeOf(
      await new Client(origin).post('/api/register', {
        ...own.names,
        name: `Guest ${unique()}`,
        email: `${unique()}@example.com`,
      }),
    );
  const joined = await Promise.all(Array.from({ length: DEFAULT_MAX_USERS }, ask));
  expect(joined).toEqual(Array.from({ length: 10 }, () => 'taken'));
  expect(await ask()).toBe('409 This event has reached the maximum participant limit');
});
