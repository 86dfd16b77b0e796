import { sql } from 'drizzle-orm';
import { Client } from '../../setup/client';
import { failOn } from '../../setup/failing-rows';
import { addPhoto, createParty, join, sendEventImage, smallJpeg, unique, visit } from '../party';
import { call, form, page, upload, type Rows } from './row';
import { administrator, once, shopkeeper, type Scene } from './scene';

// Failures that no rule has refused: the database itself fails, for these rows only (rule `api.failures`).

const person = (kind: string) => ({
  name: `Guest ${unique()}`,
  email: `${kind}-${unique()}@example.com`,
});
const event = (kind: string, email = 'ann') => ({
  name: `${kind} ${unique()}`,
  organizerName: `Organizer ${unique()}`,
  organizerEmail: `${email}-${unique()}@example.com`,
});
const days = { description: 'A party', startDate: '2098-01-01', endDate: '2098-01-03' };
const create = '/api/create-event';
const newcomer = async (scene: Scene) => (await failing(scene), new Client(scene.origin));

/** A party whose rows cannot be changed as its guests ask. */
const failing = once(async ({ origin, db }) => {
  await failOn(db, { table: 'events', statement: 'insert', when: `new.name like 'Doomed %'` });
  await failOn(db, {
    table: 'users',
    statement: 'update of language',
    when: `new.email like 'shut-out-%'`,
  });
  await failOn(db, { table: 'users', statement: 'insert', when: `new.email like 'nobody-%'` });
  await failOn(db, { table: 'users', statement: 'update', when: `new.email like 'unsigned-%'` });
  const sameId = `unique_violation using constraint = 'events_pkey'`;
  await failOn(db, {
    table: 'events',
    statement: 'insert',
    when: `new.name like 'Crowded %'`,
    error: sameId,
  });
  await failOn(db, {
    table: 'events',
    statement: 'insert',
    when: `new.name like 'Twice %'`,
    error: 'unique_violation',
  });
  await failOn(db, { table: 'users', statement: 'update', when: `new.username like 'doomed%'` });
  const party = await createParty(origin);
  const [owner, giver] = [await join(party), await join(party)];
  const photo = await addPhoto(owner, 1);
  const doomed = await join(party);
  const outside = await visit(party);
  await failOn(db, { table: 'favorites', statement: 'insert', when: `new.photo_id = ${photo.id}` });
  await failOn(db, {
    table: 'flag_reports',
    statement: 'insert',
    when: `new.photo_id = ${photo.id}`,
  });
  await failOn(db, { table: 'photos', statement: 'delete', when: `old.id = ${photo.id}` });
  await failOn(db, { table: 'users', statement: 'delete', when: `old.id = ${doomed.user.id}` });
  await failOn(db, { table: 'events', statement: 'update', when: `new.id = ${party.event.id}` });
  await failOn(db, {
    table: 'sessions',
    statement: 'update',
    when: `new.user_id = ${doomed.user.id}`,
  });
  await failOn(db, {
    table: 'sessions',
    statement: 'delete',
    when: `old.user_id = ${doomed.user.id}`,
  });
  return { party, owner, giver, photo, doomed, outside };
});
const owner = async (scene: Scene) => (await failing(scene)).owner;
const giver = async (scene: Scene) => (await failing(scene)).giver;
const host = async (scene: Scene) => (await failing(scene)).party.organizer;
const ofPhoto = (path: string) => async (scene: Scene) =>
  path.replace('ID', String((await failing(scene)).photo.id));
const register = (kind: string) =>
  call(newcomer, 'POST', '/api/register', async (scene) => ({
    ...(await failing(scene)).party.names,
    ...person(kind),
  }));

/** Asks while a table is missing. */
function without<T>(table: string, ask: (scene: Scene) => Promise<T>, place?: 'shop') {
  return async (scene: Scene): Promise<T> => {
    await failing(scene);
    const { db } = place ? scene[place] : scene;
    if (place) await shopkeeper(scene);
    await db.execute(sql.raw(`alter table ${table} rename to ${table}_gone`));
    try {
      return await ask(scene);
    } finally {
      await db.execute(sql.raw(`alter table ${table}_gone rename to ${table}`));
    }
  };
}

export const FAILING: Rows = {
  event_creation_failed: {
    call: call(newcomer, 'POST', create, () => event('Doomed')),
    screen: form(newcomer, '/create-event', () => ({
      ...event('Doomed'),
      ...days,
      intent: 'create',
    })),
  },
  cannot_create_event: {
    call: call(newcomer, 'POST', create, () => event('Crowded')),
    screen: form(newcomer, '/create-event', () => ({
      ...event('Crowded'),
      ...days,
      intent: 'create',
    })),
  },
  unique_violation: {
    call: call(newcomer, 'POST', create, () => event('Twice')),
    screen: form(newcomer, '/create-event', () => ({
      ...event('Twice'),
      ...days,
      intent: 'create',
    })),
  },
  logout_failed: {
    call: call(async (scene) => (await failing(scene)).doomed, 'POST', '/api/logout'),
    screen: form(async (scene) => (await failing(scene)).doomed, '/logout', {}),
  },
  admin_credentials_failed: {
    call: call(administrator, 'PATCH', '/api/admin/credentials', async (scene) => {
      await failing(scene);
      return { username: 'doomed', password: '' };
    }),
    screen: form(administrator, '/admin/credentials', async (scene) => {
      await failing(scene);
      return { username: 'doomed' };
    }),
  },
  reports_failed: {
    call: without(
      'flag_reports',
      call(
        host,
        'GET',
        async (scene) => `/api/events/${(await failing(scene)).party.event.id}/flag-reports`,
      ),
    ),
    screen: 'The list of reports says that it could not be loaded (flags:list_failed).',
  },
  users_failed: {
    call: 'No call reads an invitation.',
    screen: {
      show: (scene, language) =>
        without('users', (scene) => page(newcomer, `/invitation-pdf/1`).show(scene, language))(
          scene,
        ),
      says: 'invitation:users_failed',
    },
  },
  upgrade_failed: {
    call: without(
      'payments',
      call(
        shopkeeper,
        'POST',
        async (scene) => `/api/events/${(await shopkeeper(scene)).user.eventId}/upgrade-plan`,
        { plan: 'basic' },
      ),
      'shop',
    ),
    screen: 'A script alone asks for a plan that was paid in the dialog.',
  },
  login_after_creation_failed: {
    call: call(newcomer, 'POST', create, () => event('Lonely', 'shut-out')),
    screen: form(newcomer, '/create-event', () => ({
      ...event('Lonely', 'shut-out'),
      ...days,
      intent: 'create',
    })),
  },
  registration_failed: {
    call: register('nobody'),
    screen: 'Login/Register says that something went wrong (entry_failed).',
  },
  login_after_registration_failed: {
    call: register('unsigned'),
    screen: 'Login/Register says that something went wrong (entry_failed).',
  },
  entry_failed: {
    call: 'A call that registers says so (registration_failed).',
    screen: form(
      async (scene) => (await failing(scene)).outside,
      '/login',
      () => ({ ...person('unsigned'), consent: 'on', intent: 'submit' }),
    ),
  },
  favorites_failed: {
    call: call(giver, 'POST', '/api/favorites', async (scene) => {
      const { giver, photo } = await failing(scene);
      return { userId: giver.user.id, photoId: photo.id };
    }),
    screen: form(giver, ofPhoto('/photos/ID/star'), { on: '1', next: '/feed' }),
  },
  report_failed: {
    call: call(giver, 'POST', ofPhoto('/api/photos/ID/flag'), {}),
    screen: form(giver, ofPhoto('/photos/ID/report'), {}, { says: 'flags:report.unexpected' }),
  },
  photo_deletion_failed: {
    call: call(owner, 'DELETE', ofPhoto('/api/photos/ID')),
    screen: form(owner, ofPhoto('/photos/ID/delete'), {}, { says: 'server:event.delete.failed' }),
  },
  event_image_failed: {
    call: async (scene) => {
      const { party } = await failing(scene);
      return sendEventImage(party.organizer.client, party.event.id, await smallJpeg());
    },
    screen: upload(host, '/event/image', async () => {
      const body = new FormData();
      body.set('image', new File([Uint8Array.from(await smallJpeg())], 'event.jpg'));
      return { body };
    }),
  },
  user_deletion_failed: {
    call: call(
      administrator,
      'DELETE',
      async (scene) => `/api/admin/users/${(await failing(scene)).doomed.user.id}`,
    ),
    screen: form(
      administrator,
      async (scene) => `/admin/users/${(await failing(scene)).doomed.user.id}/delete`,
      { typed: '' },
    ),
  },
  unknown: {
    call: call(
      host,
      'PATCH',
      async (scene) => `/api/events/${(await failing(scene)).party.event.id}/description`,
      { description: 'Another' },
    ),
    screen: form(
      host,
      '/event/description',
      { description: 'Another' },
      { keeps: { description: 'Another' } },
    ),
  },
};
