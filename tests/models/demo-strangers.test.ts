import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fileWork, photos, users } from '~db/schema';
import { ADMINISTRATOR, SYSTEM } from '~/models/access';
import { addFavorite, countStars, listTopPhotos } from '~/models/photo/star.server';
import { findMedia } from '~/models/photo/media.server';
import { listEventPhotos } from '~/models/photo/read.server';
import { addPhoto } from '~/models/photo/write.server';
import { login } from '~/models/session/sign-in.server';
import { removeOldStrangers } from '~/models/user/remove.server';
import { getMember, isMemberSeen } from '~/models/user/read.server';
import { register } from '~/models/user/register.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage, KEYS } from '../setup/fakes';

// What strangers add to the demo event (rule `demo.strangers`).
withDatabases('strangers in the demo event', (getDb) => {
  async function demo() {
    const db = getDb();
    const [there] = await db.select().from(users).where(eq(users.eventId, 1));
    if (!there)
      await createTestEvent(db, {
        id: 1,
        name: 'DEMO',
        maxUsers: 100,
        organizer: { name: 'Demo' },
      });
    const person = { eventId: 1, name: `Sample ${unique()}`, email: `${unique()}@demo.example` };
    const sample = await register({ db, env: KEYS }, { ...person, today: TODAY, isSample: true });
    const join = () =>
      register(
        { db, env: KEYS },
        {
          eventId: 1,
          name: `Stranger ${unique()}`,
          email: `${unique()}@demo.example`,
          today: TODAY,
        },
      );
    return { sample, stranger: await join(), other: await join() };
  }
  const organizer = { userId: 1, eventId: 1, role: 'organizer', today: TODAY } as const;
  const visitor = { userId: null, eventId: 1, role: 'visitor', today: TODAY } as const;
  const deps = () => ({ db: getDb(), storage: createFakeStorage(), images: createFakeImages() });

  test('a photo is visible to its owner and the organizer only', async () => {
    const { sample, stranger, other } = await demo();
    const add = async (user: typeof sample) =>
      addPhoto(deps(), {
        ...{ actor: asking(user), userId: user.id, eventId: 1, position: 1 },
        file: { path: '/nowhere' },
      });
    const [theirs, shown] = [await add(stranger), await add(sample)];
    const seenBy = async (reader: typeof visitor | typeof organizer | ReturnType<typeof asking>) =>
      (await listEventPhotos(getDb(), { eventId: 1, reader })).map(({ id }) => id);
    for (const reader of [visitor, asking(other), asking(sample)]) {
      expect(await seenBy(reader)).toContain(shown.id);
      expect(await seenBy(reader)).not.toContain(theirs.id);
    }
    for (const reader of [organizer, asking(stranger)]) {
      expect(await seenBy(reader)).toContain(theirs.id);
    }
  });

  test('so are name and selfie', async () => {
    const { sample, stranger, other } = await demo();
    const key = `1/${unique()}`;
    const selfie = { selfieStorage: 'local', selfieKey: key } as const;
    await getDb().update(users).set(selfie).where(eq(users.id, stranger.id));
    expect(await findMedia(getDb(), { key })).toMatchObject({
      kind: 'selfie',
      ownerId: stranger.id,
      isHidden: true,
    });
    for (const reader of [visitor, asking(other), asking(sample)]) {
      expect(isMemberSeen(sample, reader)).toBe(true);
      const name = getMember(getDb(), { userId: stranger.id, eventId: 1, reader });
      await expect(name).rejects.toMatchObject({ code: 'user_not_found' });
    }
    for (const reader of [organizer, asking(stranger)]) {
      expect(isMemberSeen(stranger, reader)).toBe(true);
    }
  });

  test('a star lights up for its giver and counts nowhere', async () => {
    const { sample, stranger } = await demo();
    const photo = await createTestPhoto(getDb(), sample);
    const before = await countStars(getDb(), { eventId: 1 });
    await addFavorite(getDb(), { photoId: photo.id, actor: asking(stranger) });
    expect(await countStars(getDb(), { eventId: 1 })).toBe(before);
    const top = await listTopPhotos(getDb(), { eventId: 1 });
    expect(top.map(({ id }) => id)).not.toContain(photo.id);
    const listed = await listEventPhotos(getDb(), { eventId: 1 });
    expect(listed.find(({ id }) => id === photo.id)?.favoriteCount).toBe(0);
  });

  test('nobody can sign in as one of its original people', async () => {
    const { sample, stranger } = await demo();
    const enter = ({ name, email }: typeof sample) =>
      login(
        { db: getDb(), mail: null, now: () => new Date(), today: () => TODAY },
        {
          ...{ name, email, event: 'DEMO', organizerName: 'Demo' },
          signInMail: () => ({ subject: '', text: '' }),
        },
      );
    await expect(enter(sample)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await enter(stranger)).user.id).toBe(stranger.id);
  });

  test('they are deleted a day after they joined, with their files; nobody else is', async () => {
    const { sample, stranger, other } = await demo();
    const { event } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const { imageKey } = await createTestPhoto(getDb(), stranger);
    const now = new Date();
    const before = new Date(now.getTime() - 25 * 3_600_000);
    for (const { id } of [sample, stranger, guest]) {
      await getDb().update(users).set({ createdAt: before }).where(eq(users.id, id));
    }
    const remove = (actor: typeof SYSTEM | typeof ADMINISTRATOR) =>
      removeOldStrangers(getDb(), { actor, now });
    await expect(remove(ADMINISTRATOR)).rejects.toMatchObject({ code: 'access_denied' });
    await remove(SYSTEM);
    const left = async (id: number) => (await getDb().$count(users, eq(users.id, id))) === 1;
    expect(await Promise.all([sample, stranger, other, guest].map(({ id }) => left(id)))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(await getDb().$count(photos, eq(photos.imageKey, imageKey))).toBe(0);
    expect(await getDb().$count(fileWork, eq(fileWork.imageKey, imageKey))).toBe(1);
  });
});
