import { beforeAll, describe, expect, inject, test } from 'vitest';
import { removalNotice } from '~/i18n/platform-texts.server';
import type { PublicMessage } from '~/models/message/shape';
import type { PublicPhoto } from '~/models/photo/shape';
import type { RemovalChoice } from '~/models/photo/removal';
import { attributesOf, textOf } from '../setup/html';
import { errorAt, fieldsOf, open, send, type Page } from '../api/pages';
import {
  addPhoto,
  createParty,
  expectStatus,
  join,
  visit,
  type Party,
  type Person,
} from '../api/party';

const { origin } = inject('pgliteServer');

/** What a person reads in their messages, newest first. */
const inboxOf = async ({ client }: Person) =>
  (await client.get<{ messages: PublicMessage[] }>('/api/messages?unread=1')).json.messages;

async function star({ client, user }: Person, ...photos: PublicPhoto[]): Promise<void> {
  for (const { id: photoId } of photos) {
    expectStatus(await client.post('/api/favorites', { userId: user.id, photoId }), 201);
  }
}

describe('a photo on the podium, without scripts', () => {
  let party: Party;
  let rosa: Person;
  let photos: PublicPhoto[];

  /** The marks on one's own prints, by photo, with their links. */
  const marksOn = ({ document }: Page) =>
    Object.fromEntries(
      [...document.querySelectorAll('.slots > li[id^="photo-"]')].map((slot) => {
        const [to] = attributesOf(slot, '.rank', 'href');
        return [slot.id, to ? [textOf(slot.querySelector('.rank') ?? slot), to] : null];
      }),
    );
  const markOf = (index: number) => `photo-${photos[index]?.id}`;

  beforeAll(async () => {
    party = await createParty(origin);
    rosa = await join(party, { name: 'Rosa Blum' });
    photos = [await addPhoto(rosa, 1), await addPhoto(rosa, 2), await addPhoto(rosa, 3)];
  });

  test('is marked on the profile with its place, in words', async () => {
    const profile = () => open(rosa.client.speak('en'), '/?tab=profile');
    expect(Object.values(marksOn(await profile()))).toEqual([null, null, null]);

    const fans = await Promise.all([join(party), join(party), join(party)]);
    const theirs = [];
    for (const fan of fans.slice(0, 2)) theirs.push(await addPhoto(fan, 1));
    const [first, second, third] = fans as [Person, Person, Person];
    // Two stars each for theirs and for her second, one for her third.
    await star(third, ...theirs);
    await star(second, ...theirs.slice(0, 1), ...photos.slice(1, 3));
    await star(first, ...theirs.slice(1), ...photos.slice(1, 2));
    expect(marksOn(await profile())).toEqual({
      [markOf(0)]: null,
      [markOf(1)]: ['1st place', '/top'],
      [markOf(2)]: null,
    });
    await star(first, photos[2] as PublicPhoto);
    await star(party.organizer, ...photos.slice(1, 3));
    expect(marksOn(await profile())).toMatchObject({
      [markOf(1)]: ['1st place', '/top'],
      [markOf(2)]: ['1st place', '/top'],
    });
    expect((await open(rosa.client.speak('fr'), '/?tab=profile')).text).toContain('1re place');
  });

  test('is marked for its owner only, and does not reveal who starred it', async () => {
    const guest = await join(party);
    for (const client of [guest.client, await visit(party)]) {
      const { document } = await open(client, '/?tab=profile');
      expect(document.querySelectorAll('.rank')).toHaveLength(0);
    }
    expect(await inboxOf(rosa)).toEqual([]);
  });
});

describe('a photo that the organizer removes', () => {
  let party: Party;
  let organizer: Person;
  beforeAll(async () => {
    party = await createParty(origin);
    ({ organizer } = party);
    organizer.client.speak('en');
  });

  /** A person who reads German, with a photo in the second slot. */
  async function photoOfRosa() {
    const rosa = await join(party, { name: 'Rosa Blum' });
    await rosa.client.get('/feed?lang=de');
    const photo = await addPhoto(rosa, 2);
    const isThere = async () => (await rosa.client.get(`/photos/${photo.id}`)).status === 200;
    const told = async () => (await inboxOf(rosa)).map(({ message }) => message);
    /** The photo is deleted, and its owner told, when the organizer can no longer undo it. */
    const untilGone = () => expect.poll(isThere, { timeout: 60_000 }).toBe(false);
    return { rosa, photo, isThere, told, untilGone };
  }
  const saying = (choice: RemovalChoice | null, details: string | null = null) =>
    removalNotice({ language: 'de', position: 2, choice, details });
  const dialogOf = ({ id }: PublicPhoto, person = organizer) =>
    open(person.client, `/photos/${id}/delete`);
  const remove = (page: Page, fields: Record<string, string> = {}) =>
    send(organizer.client, page, 'Delete', fields);
  const chosen = ({ document }: Page) =>
    attributesOf(document, 'select[name=choice] option[selected]', 'value');

  test('is reported to its owner with the given reason, in their language', async () => {
    const { rosa, photo, untilGone } = await photoOfRosa();
    const page = await dialogOf(photo);
    expect(page.text).toContain('What should we tell Rosa Blum?');
    expect(chosen(page)).toEqual([]);
    const details = ' Not at a wedding.\r\nSorry! ';
    const after = await remove(page, { choice: 'offensive', details });
    expect(after.text).toContain('Photo deleted');
    expect(await inboxOf(rosa)).toEqual([]);
    await untilGone();
    expect(await inboxOf(rosa)).toMatchObject([
      {
        fromUserId: organizer.user.id,
        message: saying('offensive', 'Not at a wedding.\nSorry!'),
        isRead: false,
      },
    ]);
    const { text } = await open(rosa.client, '/messages');
    expect(text).toContain('Der Organisator hat dein Foto 2 gelöscht.');
    expect(text).toContain('Es könnte jemanden verletzen.');
  });

  test('is reported without a reason if none was given, and by call', async () => {
    const rosas = await photoOfRosa();
    await remove(await dialogOf(rosas.photo), { choice: '', details: ' ' });
    await rosas.untilGone();
    expect(await rosas.told()).toEqual([saying(null)]);

    const others = await photoOfRosa();
    const { json } = await organizer.client.delete(`/api/photos/${others.photo.id}`);
    expect(json).toEqual({ success: true });
    expect(await others.told()).toEqual([saying(null)]);

    const own = await photoOfRosa();
    expectStatus(await own.rosa.client.delete(`/api/photos/${own.photo.id}`), 200);
    expect(await own.told()).toEqual([]);
  });

  test('suggests the reason of its report, and not the reporter', async () => {
    const { photo, told, untilGone } = await photoOfRosa();
    const { client } = await join(party, { name: 'Tom Girard' });
    const reason = 'not part of this event: this is my garden';
    expectStatus(await client.post(`/api/photos/${photo.id}/flag`, { reason }), 201);
    const page = await dialogOf(photo);
    expect(chosen(page)).toEqual(['not_event']);
    for (const word of ['my garden', 'Tom']) expect(page.text).not.toContain(word);
    expect(fieldsOf(page.html)).toMatchObject({ details: '' });
    // As a browser sends a selected option.
    await remove(page, { choice: 'not_event' });
    await untilGone();
    expect(await told()).toEqual([saying('not_event')]);
  });

  test('stays if the text is too long, and the text stays in its field', async () => {
    const { photo, isThere, told, untilGone } = await photoOfRosa();
    const details = 'a'.repeat(501);
    const page = await remove(await dialogOf(photo), { choice: 'in_photo', details });
    expect([page.status, errorAt(page, 'details')]).toEqual([400, 'This text is too long']);
    expect(fieldsOf(page.html)).toMatchObject({ details });
    expect(chosen(page)).toEqual(['in_photo']);
    expect((await remove(page, { choice: 'because', details: '' })).status).toBe(400);
    expect(await isThere()).toBe(true);
    expect(await told()).toEqual([]);
    await remove(page, { choice: 'in_photo', details: details.slice(1) });
    await untilGone();
    expect(await told()).toEqual([saying('in_photo', details.slice(1))]);
  });

  test('notifies nobody if it is one’s own', async () => {
    const { rosa, photo } = await photoOfRosa();
    const own = await addPhoto(organizer, 1);
    for (const { document } of [await dialogOf(own), await dialogOf(photo, rosa)]) {
      expect(document.querySelector('form')).not.toBeNull();
      expect(document.querySelector('select, textarea')).toBeNull();
    }
  });
});
