import { beforeEach, describe, expect, inject, test } from 'vitest';
import type { PublicEvent } from '~/models/event/shape';
import { DESCRIPTION_MAX } from '~/models/event/rules';
import { Client, type Answer } from '../setup/client';
import { attributesOf } from '../setup/html';
import { errorAt, fieldsOf, open, pageOf, send, type Page } from './pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  sendEventImage,
  sendPhoto,
  smallJpeg,
  visit,
  type Party,
} from './party';

const { origin } = inject('pgliteServer');

let party: Party;
let organizer: Client;
beforeEach(async () => {
  party = await createParty(origin, { description: 'A party' });
  organizer = party.organizer.client.speak('en');
});

/** The current event, as everybody sees it. */
const eventNow = async () =>
  expectStatus(await organizer.get<PublicEvent>(`/api/events/${party.event.id}`), 200).json;

describe('the endpoints', () => {
  const patch = (setting: string, json: unknown) =>
    organizer.request<PublicEvent>('PATCH', `/api/events/${party.event.id}/${setting}`, { json });
  const refusal = ({ status, json }: Answer) => [status, (json as { message: string }).message];

  test('each returns the event with its change', async () => {
    const { json: described } = await patch('description', { description: '  Dance!\nAll night ' });
    expect(described).toEqual({ ...party.event, description: 'Dance!\nAll night' });
    const { json: counted } = await patch('max-photos', { maxPhotosPerUser: 5 });
    expect(counted).toEqual({ ...described, maxPhotosPerUser: 5 });
    const { json: closed } = await patch('voting-status', { votingEnabled: false });
    expect(closed).toEqual({ ...counted, votingEnabled: false });
    const { json: pictured } = await sendEventImage(organizer, party.event.id, await smallJpeg());
    const imageUrl = expect.stringMatching(
      new RegExp(`^/media/${party.event.id}/[\\w-]{22}.webp$`),
    );
    expect(pictured).toEqual({ ...closed, imageUrl });
    expect(await eventNow()).toEqual(pictured);
  });

  test('the image is for anyone, the one before it for nobody', async () => {
    const replace = async () =>
      (await sendEventImage(organizer, party.event.id, await smallJpeg())).json.imageUrl ?? '';
    const [old, current] = [await replace(), await replace()];
    const answer = await new Client(origin).get(current);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('Cache-Control')).toMatch(/^public,/);
    expect((await new Client(origin).get(old)).status).toBe(404);
  });

  test('a violation of a rule is refused with its text', async () => {
    for (const description of ['', '  ', undefined, 7]) {
      const answer = await patch('description', { description });
      expect(refusal(answer)).toEqual([400, 'Description is required']);
    }
    const long = await patch('description', { description: 'x'.repeat(DESCRIPTION_MAX + 1) });
    expect(refusal(long)).toEqual([400, 'This text is too long']);
    for (const maxPhotosPerUser of [0, 6, -1, 2.5, '', 'three', null, undefined]) {
      const answer = await patch('max-photos', { maxPhotosPerUser });
      expect(refusal(answer)).toEqual([400, 'Choose from 1 to 5 photos']);
    }
    for (const votingEnabled of ['yes', '', 1, null, undefined]) {
      const answer = await patch('voting-status', { votingEnabled });
      expect(refusal(answer)).toEqual([400, 'Say true or false']);
    }
    const noImage = await sendEventImage(organizer, party.event.id, Buffer.from('<html></html>'));
    expect(refusal(noImage)).toEqual([400, 'Invalid image file']);
    const noForm = await organizer.post(`/api/events/${party.event.id}/image`, {});
    expect(noForm.status).toBe(415);
    expect(await eventNow()).toEqual(party.event);
  });

  test('voting that was disabled refuses stars, given and taken back', async () => {
    const [guest, other] = [await join(party), await join(party)];
    const [first, second] = [await addPhoto(other, 1), await addPhoto(other, 2)];
    const star = (photoId: number) =>
      guest.client.post('/api/favorites', { userId: guest.user.id, photoId });
    expectStatus(await star(first.id), 201);
    await patch('voting-status', { votingEnabled: false });
    const refused = [403, 'Voting has been disabled by the organizer'];
    expect(refusal(await star(second.id))).toEqual(refused);
    expect(refusal(await guest.client.delete(`/api/favorites/${first.id}`))).toEqual(refused);
    await patch('voting-status', { votingEnabled: true });
    expectStatus(await star(second.id), 201);
  });

  test('fewer slots keep the existing photos', async () => {
    const guest = await join(party);
    const { id } = await addPhoto(guest, 3);
    await patch('max-photos', { maxPhotosPerUser: 1 });
    const { json } = await guest.client.get(`/api/photos/user/${guest.user.id}`);
    expect(json).toMatchObject([{ id, position: 3 }]);
    expect((await sendPhoto(guest, 2, await smallJpeg())).status).toBe(400);
  });
});

describe('the dashboard without scripts', () => {
  const dashboard = () => open(organizer, '/');
  const rules = () => open(organizer, '/event/rules');

  test('is complete, however much there is on it, and links to everything', async () => {
    const description = '宴'.repeat(DESCRIPTION_MAX);
    await send(organizer, await open(organizer, '/event/description'), 'Save', { description });
    const page = await dashboard();
    expect(page.html).toContain('<title>My event · Snapodium</title>');
    for (const words of ['Rules', 'Downloads', 'days remaining', 'Nothing needs you']) {
      expect(page.text.includes(words)).toBe(words !== 'Nothing needs you');
    }
    // React would need its scripts to put such a part in its place.
    expect(page.html).not.toMatch(/<div hidden(="")? id="S:/);
    const { id } = party.event;
    const links = ['/event/rules', '/event/invite', '/shop', '/participants', '/flags'];
    links.push(`/invitation-pdf/${id}?show=code`, '/event/photos.zip', '/event/ranking.csv');
    links.push('/?tab=profile', '/?tab=profile&amp;part=photos');
    for (const link of links) expect(page.html).toContain(`href="${link}"`);
    expect(page.html).toMatch(/target="_blank" rel="noopener"/);

    const changes = await rules();
    expect(changes.text).toContain(description);
    for (const link of ['edit', 'description', 'image', 'door', 'delete']) {
      expect(changes.html).toContain(`href="/event/${link}"`);
    }
  });

  test('is visible to nobody else', async () => {
    const guest = (await join(party)).client;
    const visitor = await visit(party);
    for (const client of [guest, visitor]) {
      expect((await open(client, '/')).html).not.toContain('/event/description');
      for (const path of ['/event/description', '/event/image', '/event/rules']) {
        expect((await client.get(path)).headers.get('Location')).toBe('/');
      }
      for (const [path, fields] of [
        ['/event/description', { description: 'Mine' }],
        ['/event/photo-count', { maxPhotosPerUser: '1' }],
        ['/event/voting', { votingEnabled: 'false' }],
      ] as const) {
        const answer = await client.submit(path, fields);
        expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/']);
      }
      expect((await submitImage(client, await smallJpeg())).headers.get('Location')).toBe('/');
    }
    expect((await new Client(origin).get('/event/description')).headers.get('Location')).toBe(
      '/auth',
    );
    expect(await eventNow()).toEqual(party.event);
  });

  test('photos per participant: a choice, a button, a notice', async () => {
    const saved = await send(organizer, await rules(), 'maxPhotosPerUser', {
      maxPhotosPerUser: '5',
    });
    expect([saved.path, saved.status]).toEqual(['/event/rules', 200]);
    expect(saved.text).toContain('5 photos per participant');
    const chosen = attributesOf(saved.document, 'input[type=radio][checked]', 'value');
    expect(chosen).toEqual(['5']);
    expect(await eventNow()).toMatchObject({ maxPhotosPerUser: 5 });

    const refused = await send(organizer, saved, 'maxPhotosPerUser', { maxPhotosPerUser: '6' });
    expect(refused.text).toContain('Update Failed');
    expect(refused.text).toContain(
      'Failed to update max photos setting: Choose from 1 to 5 photos',
    );
    expect(await eventNow()).toMatchObject({ maxPhotosPerUser: 5 });
  });

  test('the voting switch toggles with each press', async () => {
    const off = await send(organizer, await rules(), 'votingEnabled');
    // Those of approval and downloads stay as they are.
    const statesOn = ({ document }: Page) =>
      attributesOf(document, '[role=switch]', 'aria-checked');
    expect(statesOn(off)).toEqual(['false', 'false', 'true']);
    expect([off.text.includes('Voting disabled'), off.text.includes('Disabled')]).toEqual([
      true,
      true,
    ]);
    expect(await eventNow()).toMatchObject({ votingEnabled: false });
    const on = await send(organizer, off, 'votingEnabled');
    expect(statesOn(on)).toEqual(['true', 'false', 'true']);
    expect(await eventNow()).toMatchObject({ votingEnabled: true });

    const refused = await send(organizer, on, 'votingEnabled', { votingEnabled: 'perhaps' });
    expect(refused.text).toContain('Error updating voting status');
    expect(refused.text).toContain('An error occurred while updating the voting status');
    expect(await eventNow()).toMatchObject({ votingEnabled: true });
  });

  test('the description: refused with what was typed, then saved', async () => {
    const page = await open(organizer, '/event/description');
    expect(fieldsOf(page.html)).toEqual({ description: 'A party' });
    const empty = await send(organizer, page, 'Save', { description: '   ' });
    expect([empty.status, errorAt(empty, 'description')]).toEqual([400, 'Description is required']);
    const typed = `<b>“Ça & là”</b> ${'x'.repeat(DESCRIPTION_MAX)}`;
    const long = await send(organizer, empty, 'Save', { description: typed });
    expect([long.status, errorAt(long, 'description')]).toEqual([400, 'This text is too long']);
    expect(fieldsOf(long.html)).toEqual({ description: typed });

    const saved = await send(organizer, long, 'Save', { description: 'Dance & sing' });
    expect([saved.path, saved.status]).toEqual(['/event/rules', 200]);
    expect(saved.text).toContain('Description updated');
    expect(saved.text).toContain('Dance & sing');
  });

  const submitImage = (client: Client, file: Buffer | null) => {
    const form = new FormData();
    if (file) form.set('image', new Blob([Uint8Array.from(file)]), 'event.jpg');
    return client.request('POST', '/event/image', { body: form });
  };

  test('the image: refused at its field, then saved', async () => {
    const { document } = await open(organizer, '/event/image');
    expect(attributesOf(document, 'form', 'enctype')).toContain('multipart/form-data');
    for (const [file, message] of [
      [Buffer.from('<html></html>'), 'Invalid image file'],
      [null, 'Please choose a photo'],
    ] as const) {
      const page = pageOf('/event/image', await submitImage(organizer, file));
      expect([page.status, errorAt(page, 'image')]).toEqual([400, message]);
    }
    const saved = await submitImage(organizer, await smallJpeg());
    expect([saved.status, saved.headers.get('Location')]).toEqual([302, '/event/rules']);
    const { imageUrl } = await eventNow();
    const page = await rules();
    expect(page.text).toContain('Event image updated');
    expect(page.html).toContain(`src="${imageUrl}"`);
  });
});

describe('an organizer’s own photos', () => {
  const own = '/?tab=profile&part=photos';

  test('every way back leads to them, not to the dashboard', async () => {
    const photo = await addPhoto(party.organizer, 1);
    const others = await addPhoto(await join(party), 1);
    await organizer.post('/api/favorites', {
      userId: party.organizer.user.id,
      photoId: others.id,
    });
    const page = await open(organizer, own);
    expect(page.text).toContain('My Photos');
    const next = encodeURIComponent(own);
    expect(page.html).toContain(`/photos/${photo.id}/delete?next=${next}`);
    expect(page.html).toContain(`name="next" value="${own.replace('&', '&amp;')}"`);
    const viewer = await open(organizer, `/photos/${photo.id}?from=profile`);
    expect(viewer.html).toContain(`href="${own.replace('&', '&amp;')}#photo-${photo.id}"`);
    const selfie = await open(organizer, '/selfie');
    expect(selfie.html).toContain(`href="${own.replace('&', '&amp;')}"`);

    const where = ({ headers }: Answer) => headers.get('Location');
    expect(where(await organizer.submit('/selfie', { intent: 'remove' }))).toBe(own);
    expect(where(await organizer.submit(`/photos/${photo.id}/delete`, {}))).toBe(own);
    const form = new FormData();
    form.set('position', '9');
    expect(where(await organizer.request('POST', '/photos/add', { body: form }))).toBe(own);
    expect((await open(organizer, own)).text).toContain('Failed to upload photo');
    expect(where(await organizer.get('/photos/add'))).toBe(own);
  });

  test('a guest’s URLs stay as they are', async () => {
    const guest = await join(party);
    expect((await guest.client.submit('/selfie', {})).headers.get('Location')).toBe(
      '/?tab=profile',
    );
    const page = await open(guest.client.speak('en'), own);
    expect(page.text).toContain('My Photos');
  });
});
