import { rename, rm, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { Client } from '../../setup/client';
import { createParty, sendPhoto, smallJpeg, type Party } from '../party';
import { call, form, upload, type Rows } from './row';
import { guest, once, shopkeeper, type Scene } from './scene';

// What has to wait: a busy server, a full disk, mail and a database that cannot be reached.

/** Asks while uploads cannot be written to disk. */
function withoutFolder<T>(ask: (scene: Scene) => Promise<T>) {
  return async (scene: Scene): Promise<T> => {
    const folder = joinPath(scene.dataDir, 'snapodium-uploads');
    await rename(folder, `${folder}-aside`);
    await writeFile(folder, '');
    try {
      return await ask(scene);
    } finally {
      await rm(folder);
      await rename(`${folder}-aside`, folder);
    }
  };
}
const picture = (fields: Record<string, string>) => async () => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('image', new File([Uint8Array.from(await smallJpeg())], 'photo.jpg'));
  return { body };
};
const onFullDisk = once(async ({ strict }) => (await createParty(strict.origin)).organizer);

/** An organizer who signs in elsewhere, and whose mail cannot be sent. */
const unmailed = once(async ({ shop }: Scene) => {
  const party = await createParty(shop.origin);
  await shop.smtp.stop();
  return party;
});
const person = ({ organizer: { user } }: Party) => ({ name: user.name, email: user.email });

/** Somebody whose server has lost its database. */
const cutOff = once(async (scene: Scene) => {
  const { client } = await shopkeeper(scene);
  await scene.shop.relay.down();
  return client;
});

export const OVERLOADED: Rows = {
  busy: {
    call: withoutFolder(async ({ guest }) => sendPhoto(guest, 2, await smallJpeg())),
    screen: {
      show: (scene, language) =>
        withoutFolder((scene) =>
          upload(guest, '/photos/add', picture({ position: '2' })).show(scene, language),
        )(scene),
    },
  },
  disk_full: {
    call: async (scene) => sendPhoto(await onFullDisk(scene), 1, await smallJpeg()),
    screen: upload(onFullDisk, '/photos/add', picture({ position: '1' })),
  },
  mail_failed: {
    call: call(
      ({ shop }) => new Client(shop.origin),
      'POST',
      '/api/login',
      async (scene) => {
        const party = await unmailed(scene);
        return { ...party.names, ...person(party) };
      },
    ),
    screen: form(
      async (scene) => {
        const client = new Client(scene.shop.origin);
        await client.post('/api/visitor-access', (await unmailed(scene)).names);
        return client;
      },
      '/login',
      async (scene) => ({ ...person(await unmailed(scene)), consent: 'on', intent: 'submit' }),
    ),
  },
  away: {
    call: call(cutOff, 'GET', '/api/user'),
    screen: form(cutOff, '/event/description', { description: 'Another' }),
  },
};
