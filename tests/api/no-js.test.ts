import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ADMIN_PASSWORD } from '../setup/server';
import { Client } from '../setup/client';
import { attributesOf } from '../setup/html';
import { errorAt, fieldsOf, open, send, type Page } from './pages';
import {
  addPhoto,
  createParty,
  day,
  ENDED,
  join,
  signInAdministrator,
  unique,
  visit,
  type Party,
} from './party';

const { origin } = inject('pgliteServer');
const reader = () => new Client(origin).speak('en');

// React 18 writes pages in pieces of 2048 bytes, and fills a piece with NULs if the next letter's bytes do
// not fit.
test('letters outside ASCII stay whole, wherever a page is cut into pieces', async () => {
  const accents = 'é'.repeat(600);
  for (const padding of ['', 'x']) {
    const query = new URLSearchParams({ event: padding + accents, organizer: accents, edit: '1' });
    const page = await open(reader(), `/auth/join?${query}`);
    expect(page.html.includes('\0'), 'NUL in the page').toBe(false);
    expect(fieldsOf(page.html)).toEqual({ event: padding + accents, organizerName: accents });
  }
});

test.each([
  ['en', 'Share This App', 'Share the event’s link'],
  ['fr', 'Partager l’application', 'Partager le lien de l’événement'],
  ['es', 'Compartir la aplicación', 'Compartir el enlace del evento'],
  ['de', 'App teilen', 'Link zum Event teilen'],
  ['nl', 'Deze app delen', 'Deel de link van het evenement'],
] as const)(
  'the landing page shares the app, the profile its event, in %s',
  async (language, app, event) => {
    const party = await createParty(origin);
    const { client } = await join(party);
    const landing = await open(new Client(origin).speak(language), '/auth');
    expect(landing.text).toContain(app);
    for (const reader of [client, await visit(party)]) {
      const profile = await open(reader.speak(language), '/?tab=profile');
      expect(profile.text).toContain(event);
      expect(profile.text).not.toContain(app);
    }
  },
);

test('a URL with a dialog over a screen redirects to the dialog’s own page, and nowhere else', async () => {
  const { client } = await join(await createParty(origin));
  const leadsTo = async (path: string) => {
    const { status, headers } = await client.get(path);
    return [status, headers.get('Location')];
  };
  expect(await leadsTo('/feed?sort=person&over=/photos/12?from=feed%26userId=3')).toEqual([
    302,
    '/photos/12?from=feed&userId=3',
  ]);
  for (const foreign of ['//evil.example', 'https://evil.example', '/\\evil.example', 'photos/1']) {
    expect(await leadsTo(`/feed?over=${encodeURIComponent(foreign)}`)).toEqual([302, '/']);
  }
});

test('visitors and guests read the event’s description at the head of the feed', async () => {
  const party = await createParty(origin, { description: 'We dance until the lamps go out.' });
  const { client } = await join(party);
  for (const reader of [client, await visit(party)]) {
    expect((await open(reader, '/feed')).text).toContain('We dance until the lamps go out.');
  }
  const ofOne = await open(client, `/feed?userId=${party.organizer.user.id}`);
  expect(ofOne.text).not.toContain('We dance until');
});

/** Status, and the messages at the named fields. */
const errorsOf = (page: Page, ...names: string[]) => [
  page.status,
  ...names.map((name) => errorAt(page, name)),
];

describe('joining', () => {
  let party: Party;
  beforeAll(async () => {
    party = await createParty(origin, { name: `L’été & <co> ${unique()}` });
  });
  const submit = (fields: Record<string, string>, client = reader()) =>
    open(client, '/auth/join').then((page) => send(client, page, 'Submit', fields));

  test('from the landing page to the event as a visitor', async () => {
    const client = reader();
    const landing = await open(client, '/auth');
    expect(attributesOf(landing.document, 'a', 'href')).toContain('/auth/join');
    const confirm = await submit(party.names, client);
    expect(confirm.path).toMatch(/^\/auth\/join\/confirm\?/);
    expect(confirm.text).toContain('Check your details');
    expect(confirm.text).toContain(party.names.event);
    expect(confirm.text).toContain(party.names.organizerName);
    const home = await send(client, confirm, 'Confirm');
    expect([home.path.split('?')[0], home.status]).toEqual(['/', 200]);
    expect(home.text).toContain('Access granted');
    expect(home.text).toContain('You can now browse the event as a visitor');
    const { json } = await client.get('/api/user');
    expect(json).toMatchObject({ id: -1, eventId: party.event.id });
    // A notice is shown once.
    expect((await open(client, '/')).text).not.toContain('Access granted');
  });

  const invitation = (event: string, organizer: string) =>
    `/auth/join?${new URLSearchParams({ event, organizer })}`;

  test('an invitation shows its event, and one button enters', async () => {
    const client = reader();
    const { event, organizerName } = party.names;
    const page = await open(client, invitation(event, organizerName));
    expect(page.document.querySelector('h1')?.textContent).toBe(event);
    expect(page.text).toContain(`Organized by ${organizerName}`);
    const inside = await send(client, page, 'Enter');
    expect(inside.path).toBe('/');
    expect(inside.text).toContain('Be the first: add a photo');
  });

  test('an invitation to an unknown event says so, and keeps both names', async () => {
    const page = await open(reader(), invitation(party.names.event, 'Somebody else'));
    expect(page.text).toContain('We can’t find this event');
    expect(fieldsOf(page.html)).toMatchObject({ ...party.names, organizerName: 'Somebody else' });
  });

  test('the names of an invitation can be edited, and Edit keeps them', async () => {
    const client = reader();
    const { event, organizerName } = party.names;
    const page = await open(client, `${invitation(event, organizerName)}&edit=1`);
    expect(fieldsOf(page.html)).toMatchObject(party.names);
    const confirm = await send(client, page, 'Submit');
    const [edit = ''] = attributesOf(confirm.document, 'a[href^="/auth/join?"]', 'href');
    const again = await open(client, edit);
    expect(fieldsOf(again.html)).toMatchObject(party.names);
  });

  test('every rule has its message at its field, and the typed values stay', async () => {
    const short = await submit({ event: 'ab', organizerName: '  ' });
    expect(errorsOf(short, 'event', 'organizerName')).toEqual([
      400,
      'Event name must be at least 3 characters',
      'Organizer name is required',
    ]);
    expect(fieldsOf(short.html)).toMatchObject({ event: 'ab' });
    const empty = await submit({ event: '  ', organizerName: 'Ann "Lee" <3' });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('Event name required');
    expect(empty.text).toContain('Please enter the event name.');
    expect(fieldsOf(empty.html)).toMatchObject({ organizerName: 'Ann "Lee" <3' });
  });

  test('an ended event keeps the form', async () => {
    const ended = await createParty(origin, ENDED);
    const page = await submit(ended.names);
    expect([page.path, page.status]).toEqual(['/auth/join', 403]);
    expect(page.text).toContain('Event has ended');
    expect(page.text).toContain('This event has ended');
    expect(fieldsOf(page.html)).toMatchObject(ended.names);
  });

  test('only the organizer can sign in from an ended event’s form', async () => {
    const ended = await createParty(origin, ENDED);
    const { name, email } = ended.organizer.user;
    const signInAs = async (person: { name: string; email: string }) => {
      const client = reader();
      const login = await send(client, await submit(ended.names, client), 'Submit', {
        intent: 'organizer',
      });
      expect(login.path).toBe('/login');
      const confirm = await send(client, login, 'Continue', {
        ...person,
        consent: 'on',
        intent: 'check',
      });
      return send(client, confirm, 'Submit', { intent: 'submit' });
    };
    const inside = await signInAs({ name, email });
    expect([inside.path, inside.status]).toEqual(['/', 200]);
    expect(inside.text).toContain('Event has expired');
    const outside = await signInAs({ name: 'Somebody Else', email });
    expect(outside.status).toBe(403);
    expect(outside.text).toContain('New registrations are not accepted');
  });

  test('unknown names are refused when they are confirmed', async () => {
    const cases = [
      [{ event: unique(), organizerName: 'Ann Lee' }, 404, 'Event not found'],
      [{ ...party.names, organizerName: 'Ann Lee' }, 403, 'Incorrect organizer name'],
    ] as const;
    for (const [names, status, message] of cases) {
      const client = reader();
      const page = await send(client, await submit(names, client), 'Confirm');
      expect(page.status).toBe(status);
      expect(page.text).toContain('Access denied');
      expect(page.text).toContain(message);
      expect(fieldsOf(page.html)).toMatchObject(names);
    }
  });
});

describe('Login/Register', () => {
  let party: Party;
  beforeAll(async () => {
    party = await createParty(origin);
  });
  const visitor = async (of = party) => (await visit(of)).speak('en');
  const person = () => ({ name: `Guest ${unique()}`, email: `${unique()}@example.com` });

  test('registers new people, signs known ones in, and continues to where they were going', async () => {
    const ann = person();
    const steps = [
      ['Account created successfully', 'You can now interact with the app'],
      ['Welcome back', 'Connected to your existing account'],
    ];
    const ids: unknown[] = [];
    for (const words of steps) {
      const client = await visitor();
      const details = await open(client, '/login?next=%2Ftop');
      // The consent is not given in advance.
      expect(fieldsOf(details.html)).not.toHaveProperty('consent');
      const confirm = await send(client, details, 'Continue', {
        ...ann,
        consent: 'on',
        intent: 'check',
      });
      expect(confirm.status).toBe(200);
      expect(confirm.text).toContain('Check Your Details');
      expect(confirm.text).toContain(ann.name);
      const page = await send(client, confirm, 'Submit', { intent: 'submit' });
      expect([page.path, page.status]).toEqual(['/top', 200]);
      for (const text of words) expect(page.text).toContain(text);
      const { json } = await client.get<{ id: number }>('/api/user');
      expect(json).toMatchObject({ ...ann, eventId: party.event.id });
      ids.push(json.id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  test('Back leads to the details, as they were typed', async () => {
    const client = await visitor();
    const ann = person();
    const confirm = await send(client, await open(client, '/login'), 'Continue', {
      ...ann,
      consent: 'on',
    });
    const details = await send(client, confirm, 'Back', { intent: 'edit' });
    expect(details.text).toContain('Continue');
    expect(fieldsOf(details.html)).toMatchObject({ ...ann, consent: 'on' });
  });

  test('every rule has its message at its field, and the typed values stay', async () => {
    const client = await visitor();
    const typed = { name: ' An ', email: 'ann@' };
    const page = await send(client, await open(client, '/login'), 'Continue', {
      ...typed,
    });
    expect(errorsOf(page, 'name', 'email', 'consent')).toEqual([
      400,
      'Name must be at least 3 characters',
      'Please enter a valid email address',
      'You must consent to email usage by the organizer',
    ]);
    const kept = fieldsOf(page.html);
    expect([kept.name?.trim(), kept.email]).toEqual(['An', 'ann@']);
    expect(kept).not.toHaveProperty('consent');
  });

  test('a full event says so', async () => {
    const full = await createParty(origin);
    const administrator = await signInAdministrator(origin);
    const path = `/api/events/${full.event.id}/max-users`;
    await administrator.request('PATCH', path, { json: { maxUsers: 1 } });
    await join(full);
    const client = await visitor(full);
    const ann = person();
    const confirm = await send(client, await open(client, '/login'), 'Continue', {
      ...ann,
      consent: 'on',
    });
    const page = await send(client, confirm, 'Submit', { intent: 'submit' });
    expect(page.status).toBe(409);
    expect(page.text).toContain('Event is full');
    expect(page.text).toContain('This event has reached the maximum participant limit');
    expect(fieldsOf(page.html)).toMatchObject(ann);
  });

  test('an organizer signs in by their own link', async () => {
    const { names, organizer } = await createParty(origin, { organizerPassword: 'open sesame' });
    const { name, email } = organizer.user;
    const client = new Client(origin);
    client.speak('en');
    const landing = await open(client, '/auth');
    const door = [...landing.document.querySelectorAll('a')].find((link) =>
      link.textContent?.includes('I’m the organizer'),
    );
    const form = await open(client, door?.getAttribute('href') ?? '');
    expect(form.text).toContain('Log in as the organizer');
    const unknown = await send(client, form, 'Submit', { event: 'Nowhere', organizerName: 'Bob' });
    expect(errorsOf(unknown, 'event')).toEqual([404, 'Event not found']);
    const login = await send(client, form, 'Submit', names);
    expect(login.path).toBe('/login');
    const confirm = await send(client, login, 'Continue', { name, email, consent: 'on' });
    const asked = await send(client, confirm, 'Submit', { intent: 'submit' });
    const home = await send(client, asked, 'Submit', {
      intent: 'submit',
      password: 'open sesame',
    });
    expect([home.path, home.status]).toEqual(['/', 200]);
    expect((await client.get('/api/user')).json).toMatchObject({ isOrganizer: true, name });
  });

  test('a signed-out user who opens the administrator’s screens gives the credentials once', async () => {
    const client = new Client(origin);
    client.speak('en');
    const check = await open(client, '/admin/users?page=1');
    expect(check.path).toBe('/admin/verify?next=%2Fadmin%2Fusers%3Fpage%3D1');
    expect(check.text).toContain('Admin Authentication Required');
    expect(Object.keys(fieldsOf(check.html))).toEqual(['username', 'password']);
    const wrong = await send(client, check, 'Access Admin Panel', {
      username: 'admin',
      password: 'open barley',
    });
    expect(wrong.status).toBe(401);
    expect((await client.get('/api/user')).status).toBe(401);
    const users = await send(client, wrong, 'Access Admin Panel', {
      username: 'admin',
      password: ADMIN_PASSWORD,
    });
    expect(users.path).toBe('/admin/users?page=1');
    expect((await client.get('/api/user')).json).toMatchObject({ id: 1, isOrganizer: true });
  });

  test('an organizer’s password is asked for', async () => {
    const closed = await createParty(origin, { organizerPassword: 'open sesame' });
    const { name, email } = closed.organizer.user;
    const client = await visitor(closed);
    const confirm = await send(client, await open(client, '/login'), 'Continue', {
      name,
      email,
      consent: 'on',
    });
    const asked = await send(client, confirm, 'Submit', { intent: 'submit' });
    // It is asked for, and nothing is wrong yet.
    expect(errorsOf(asked, 'password')).toEqual([200, null]);
    expect(asked.html).not.toContain('role="alert"');
    expect(asked.text).toContain('Enter the password you chose');
    expect(fieldsOf(asked.html)).toMatchObject({ name, email, password: '' });
    const empty = await send(client, asked, 'Submit', { intent: 'submit', password: '' });
    expect(errorsOf(empty, 'password')).toEqual([401, 'Please enter the organizer password']);
    const wrong = await send(client, asked, 'Submit', {
      intent: 'submit',
      password: 'open barley',
    });
    expect(errorsOf(wrong, 'password')).toEqual([401, 'Invalid credentials or event']);
    expect(wrong.html.includes('open barley'), 'the password is in the page').toBe(false);
    const right = await send(client, wrong, 'Submit', {
      intent: 'submit',
      password: 'open sesame',
    });
    expect([right.status, right.path]).toEqual([200, '/']);
    expect((await client.get('/api/user')).json).toMatchObject({ isOrganizer: true });
  });

  describe('a person who returns with a typing mistake', () => {
    const CAMILLE = { name: 'Camille Martin', email: 'camille.martin@example.com' };
    const SLIP = { ...CAMILLE, name: 'Camille' };

    /** A party with Camille, and a visitor who has typed nearly the same. */
    async function comeBack(path = '/login') {
      const there = await createParty(origin);
      const { id } = (await join(there, CAMILLE)).user;
      const client = await visitor(there);
      const confirm = await send(client, await open(client, path), 'Continue', {
        ...SLIP,
        consent: 'on',
      });
      const asked = await send(client, confirm, 'Submit', { intent: 'submit' });
      const user = async () => (await client.get<{ id: number }>('/api/user')).json;
      return { there, id, client, asked, user };
    }

    test('is asked; the page shows nothing of the member, only what was typed', async () => {
      const { asked, id } = await comeBack();
      expect([asked.path, asked.status]).toEqual(['/login', 409]);
      expect(asked.document.querySelector('h1')?.textContent).toBe('Have you already joined?');
      expect(asked.text).toContain('enter the same name and e-mail as the first time');
      expect(fieldsOf(asked.html)).toEqual({ ...SLIP, consent: 'on' });
      expect(asked.html).not.toContain('Martin');
      expect(asked.html).not.toContain(`"${id}"`);
      // No mail is sent here.
      expect(asked.text).not.toContain('login link');
    });

    test('corrects what was typed and is signed in, with the star that was tapped', async () => {
      const photo = await addPhoto(await join(party), 1);
      await join(party, CAMILLE);
      const client = await visitor();
      const path = `/login?next=%2Ftop&star=${photo.id}`;
      const typed = { ...SLIP, consent: 'on', intent: 'submit' };
      const asked = await send(client, await open(client, path), 'Give the star', typed);
      const details = await send(client, asked, 'fix my details', { intent: 'edit' });
      expect(details.path).toBe(path);
      expect(fieldsOf(details.html)).toMatchObject(SLIP);
      const again = { ...CAMILLE, intent: 'submit' };
      const page = await send(client, details, 'Give the star', again);
      expect([page.path, page.status]).toEqual(['/top', 200]);
      expect(page.text).toContain('Welcome back');
      expect(page.text).toContain('Your star has been given');
    });

    test('registers as somebody else, and continues to where they were going', async () => {
      const { asked, client, id, user } = await comeBack('/login?next=%2Ftop');
      const page = await send(client, asked, 'someone else', { intent: 'other' });
      expect([page.path, page.status]).toEqual(['/top', 200]);
      expect(page.text).toContain('Account created successfully');
      expect(await user()).toMatchObject(SLIP);
      expect((await user()).id).not.toBe(id);
    });

    test('is not asked again if registering was refused', async () => {
      const { asked, client, there, user } = await comeBack();
      const administrator = await signInAdministrator(origin);
      const setPlaces = (maxUsers: number) =>
        administrator.request('PATCH', `/api/events/${there.event.id}/max-users`, {
          json: { maxUsers },
        });
      await setPlaces(1);
      const refused = await send(client, asked, 'someone else', { intent: 'other' });
      expect(refused.status).toBe(409);
      expect(refused.text).toContain('Event is full');
      await setPlaces(2);
      const page = await send(client, refused, 'Submit', { intent: 'submit' });
      expect(page.status).toBe(200);
      expect(await user()).toMatchObject(SLIP);
    });

    test('reads that the event is full, if it is', async () => {
      const { client, there } = await comeBack();
      const administrator = await signInAdministrator(origin);
      const path = `/api/events/${there.event.id}/max-users`;
      await administrator.request('PATCH', path, { json: { maxUsers: 1 } });
      const confirm = await send(client, await open(client, '/login'), 'Continue', {
        ...SLIP,
        consent: 'on',
      });
      const page = await send(client, confirm, 'Submit', { intent: 'submit' });
      expect(page.text).toContain('Event is full');
      expect(page.text).not.toContain('Are you');
    });

    test('guesses no more often than at any other sign-in', async () => {
      const { client } = await comeBack();
      const guess = (name: string) =>
        client.submit('/login', { ...SLIP, name, consent: 'on', intent: 'submit' });
      // The first one has returned with a typing mistake; the same name written differently counts with it.
      for (let count = 1; count < 20; count++) {
        expect((await guess(count % 2 ? 'CAMILLE' : 'Camillé')).status).toBe(409);
      }
      expect((await guess('Camille!')).status).toBe(429);
    });
  });

  test('a member cannot open it', async () => {
    const { client } = await join(party);
    expect((await open(client, '/login?next=%2Ffeed')).path).toBe('/feed');
    const { headers } = await client.get('/login?next=https%3A%2F%2Fevil.example');
    expect(headers.get('Location')).toBe('/');
  });
});

describe('creating an event', () => {
  const typed = () => ({
    name: `Zoé’s "party" <${unique()}>`,
    organizerName: 'Ann Lee',
    organizerEmail: 'ann@example.com',
  });
  const check = async (fields: Record<string, string>, client = reader()) =>
    send(client, await open(client, '/create-event'), 'Continue', fields);

  test('form, summary, event; and a private link that leads back', async () => {
    const client = reader();
    const fields = typed();
    const confirm = await check({ ...fields, intent: 'check' }, client);
    expect(confirm.status).toBe(200);
    for (const text of ['Check your details', ...Object.values(fields)]) {
      expect(confirm.text).toContain(text);
    }
    const form = await send(client, confirm, 'Confirm', { intent: 'edit' });
    expect(form.status).toBe(200);
    expect(fieldsOf(form.html)).toMatchObject({
      ...fields,
      description: 'Share your best photos of the party and add stars to your favorites.',
      startDate: day(),
      endDate: day(7),
    });
    const home = await send(client, await send(client, form, 'Continue'), 'Confirm', {
      intent: 'create',
    });
    expect([home.path.split('?')[0], home.status]).toEqual(['/', 200]);
    expect(home.text).toContain('Your event is ready');
    const { json } = await client.get('/api/user');
    expect(json).toMatchObject({ name: 'Ann Lee', isOrganizer: true });

    const [link = ''] = attributesOf(home.document, 'input[value*="/return/"]', 'value');
    expect(link).toMatch(/^https?:\/\/[^/]+\/return\/[\w-]{43}$/);
    const elsewhere = reader();
    const page = await open(elsewhere, new URL(link).pathname);
    expect(page.text).toContain(fields.name);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    const back = await send(elsewhere, page, 'Open my event');
    expect(back.text).toContain('Welcome back');
    expect((await elsewhere.get('/api/user')).json).toEqual(json);
    expect((await open(client, '/')).html).toContain('/return/');
    await client.submit('/settings', { intent: 'link-kept', next: '/' });
    expect((await open(client, '/')).html).not.toContain('/return/');
  });

  test('a last day that nobody touched follows the first one', async () => {
    const confirm = await check({ ...typed(), startDate: day(20) });
    expect(confirm.status).toBe(200);
    expect(fieldsOf(confirm.html)).toMatchObject({ startDate: day(20), endDate: day(27) });
    const touched = await check({ ...typed(), startDate: day(20), endDate: day(22) });
    expect(fieldsOf(touched.html)).toMatchObject({ startDate: day(20), endDate: day(22) });
  });

  test('a last day before the first is reported, and the line about the days shows what was sent', async () => {
    const form = await check({ ...typed(), startDate: day(20), endDate: day(19) });
    expect(form.status).toBe(400);
    expect(errorAt(form, 'endDate')).toBe('The end date must not be before the start date');
    const line = form.document.querySelector('.card[role=status]')?.textContent ?? '';
    expect(line).toContain('The end date must not be before the start date');
    expect(line).not.toContain('Starts today');
  });

  test('a chosen password is never written into a visible field, and counts', async () => {
    const client = reader();
    const fields = typed();
    const confirm = await check({ ...fields, organizerPassword: 'open sesame' }, client);
    const page = await send(client, confirm, 'Confirm', { intent: 'create' });
    expect(page.html.includes('open sesame'), 'the password is in the page').toBe(false);
    const names = { event: fields.name, organizerName: fields.organizerName };
    const login = { ...names, name: fields.organizerName, email: fields.organizerEmail };
    expect((await reader().post('/api/login', login)).status).toBe(401);
    const { status } = await reader().post('/api/login', { ...login, password: 'open sesame' });
    expect(status).toBe(200);
  });

  test('a common password is refused at its field, and the rest stays', async () => {
    const client = reader();
    const fields = typed();
    const confirm = await check({ ...fields, organizerPassword: 'Password1' }, client);
    const page = await send(client, confirm, 'Confirm', { intent: 'create' });
    expect(errorsOf(page, 'organizerPassword')).toEqual([
      400,
      'Many people use this password, so it’s one of the first to be guessed. Please choose another one.',
    ]);
    expect(fieldsOf(page.html)).toMatchObject({ name: fields.name, draftPassword: '' });
    const again = await send(client, page, 'Continue', { organizerPassword: 'open sesame' });
    expect((await send(client, again, 'Confirm', { intent: 'create' })).status).toBe(200);
  });

  test('every rule has its message at its field, and the typed values stay', async () => {
    const wrong = {
      name: 'ab',
      organizerName: 'An',
      organizerEmail: 'ann@',
      organizerUsername: 'an',
      organizerPassword: '12345',
      description: ' ',
      startDate: '',
      endDate: '',
    };
    const page = await check(wrong);
    expect(errorsOf(page, ...Object.keys(wrong))).toEqual([
      400,
      'Event name must be at least 3 characters',
      'Organizer name must be at least 3 characters',
      'Invalid email address',
      'Username must be at least 3 characters',
      'Password must be at least 6 characters',
      'Description is required',
      'Start date is required',
      'End date is required',
    ]);
    const { name, organizerName, organizerEmail, organizerUsername } = wrong;
    const kept = { name, organizerName, organizerEmail, organizerUsername, startDate: '' };
    expect(fieldsOf(page.html)).toMatchObject(kept);
    expect(fieldsOf(page.html)).toMatchObject({ organizerPassword: '', draftPassword: '' });
  });

  test.each([
    ['name', { name: 'Ann\u2067s party' }, 'This name contains characters we can’t use'],
    [
      'organizerUsername',
      { organizerUsername: 'a'.repeat(31) },
      'Username must be 30 characters or less',
    ],
    [
      'endDate',
      { startDate: day(3), endDate: day(2) },
      'The end date must not be before the start date',
    ],
    ['endDate', { startDate: day(-3), endDate: day(-1) }, 'Please select a future date'],
    ['partyDate', { partyDate: day(8) }, 'The day must lie between the first and the last day'],
    ['partyDate', { partyDate: '2026-02-30' }, 'Please select a valid date'],
  ])('%s: %o', async (field, values, message) => {
    const fields = { ...typed(), ...(values as unknown as Record<string, string>) };
    const page = await check(fields);
    expect(errorsOf(page, field)).toEqual([400, message]);
    expect(fieldsOf(page.html)).toMatchObject(fields);
  });

  test('the same two names twice', async () => {
    const fields = typed();
    const create = async () => {
      const client = reader();
      return send(client, await check(fields, client), 'Confirm', { intent: 'create' });
    };
    expect((await create()).status).toBe(200);
    const again = await create();
    expect(errorsOf(again, 'name')).toEqual([
      409,
      'An event with this name and organizer already exists',
    ]);
    expect(fieldsOf(again.html)).toMatchObject(fields);
  });
});
