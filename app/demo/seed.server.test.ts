import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { events, favorites, fileWork, flagReports, missions, photos, users } from '~db/schema';
import { ensureAdministrator } from '~/models/admin/account.server';
import { listTopPhotos } from '~/models/photo/star.server';
import { deletePhoto } from '~/models/photo/write.server';
import { readReason } from '~/models/report/rules';
import { listLights } from '~/models/table/read.server';
import { listReports } from '~/models/report/read.server';
import { createImageProcessor, type ImageProcessor } from '~/services/images.server';
import { createMediaStorage } from '~/services/storage/index.server';
import { IMAGE_VARIANTS } from '~/services/storage/store';
import { borrowPglite } from '../../tests/setup/databases';
import { KEYS } from '../../tests/setup/fakes';
import { DEMO_MISSIONS, DEMO_PARTICIPANTS, DEMO_PHOTOS } from './party';
import { seedDemo } from './seed.server';

const folder = await mkdtemp(join(tmpdir(), 'snapodium-seed-'));
const { db, close } = await borrowPglite();
const storage = createMediaStorage({ dataDir: folder });
const images = createImageProcessor();
const today = () => '2030-06-15';
const deps = { db, env: KEYS, storage, images, today };

/** An image processor that fails after `count` images, to simulate a killed server. */
function imagesThatStopAfter(count: number): ImageProcessor {
  let left = count;
  return {
    ...images,
    process: async (path) => {
      if ((left -= 1) < 0) throw new Error('killed');
      return images.process(path);
    },
  };
}

async function counts() {
  return {
    users: await db.$count(users),
    photos: await db.$count(photos),
    withMissions: await db.$count(photos, isNotNull(photos.missionId)),
    missions: await db.$count(missions),
    stars: await db.$count(favorites),
    reports: await db.$count(flagReports),
    removals: await db.$count(fileWork),
  };
}

beforeAll(() =>
  ensureAdministrator(db, { email: 'a@b.example', username: 'admin', today: today() }),
);
afterAll(async () => {
  await images.close();
  await close();
  await rm(folder, { recursive: true, force: true });
});

const EVERY_MISSION = Object.keys(DEMO_MISSIONS).length;
const FULL = {
  users: 13,
  photos: 14,
  withMissions: EVERY_MISSION,
  missions: 30,
  stars: 36,
  reports: 3,
  removals: 0,
};

// The tests share a database and depend on their order.
describe('the demo event', () => {
  it('resumes the seeding that a killed start has begun', async () => {
    for (const images of [imagesThatStopAfter(3), imagesThatStopAfter(9)]) {
      await expect(seedDemo({ ...deps, images })).rejects.toThrow('killed');
    }
    await seedDemo(deps);
    expect(await counts()).toEqual(FULL);
  });

  it('has every file that a row names', async () => {
    const named = [
      ...(await db.select({ key: photos.imageKey }).from(photos)),
      ...(await db.select({ key: users.selfieKey }).from(users)),
      ...(await db.select({ key: events.imageKey }).from(events)),
    ].flatMap(({ key }) => (key ? [key] : []));
    expect(named).toHaveLength(14 + 6 + 1);
    for (const key of named) {
      for (const variant of IMAGE_VARIANTS) {
        expect(await storage.read('local', key, variant)).not.toBeNull();
      }
    }
  });

  it('has a clear podium and ties below it', async () => {
    const top = await listTopPhotos(db, { eventId: 1 });
    expect(
      top.map(({ place, favoriteCount, userName }) => [place, favoriteCount, userName]),
    ).toEqual([
      [1, 8, 'Hugo Roux'],
      [2, 6, 'Karim Benali'],
      [3, 5, 'Aïcha Diop'],
      [4, 4, 'Margaux Petit'],
      [4, 4, 'Jules Lambert'],
      [6, 3, 'Inès Moreau'],
      [7, 2, 'Karim Benali'],
      [7, 2, 'Tom Girard'],
      [9, 1, 'Jules Lambert'],
      [9, 1, 'Margaux Petit'],
    ]);
  });

  it('has four tables with photos, none of them completely lit', async () => {
    const lights = await listLights(db, { id: 1, maxPhotosPerUser: 3 });
    expect(lights.map(({ name, photos, bulbs }) => [name, photos, bulbs])).toEqual([
      ['Rose', 5, 6],
      ['Mint', 5, 6],
      ['Lavender', 3, 6],
      ['Sage', 1, 6],
    ]);
  });

  it('has unreviewed reports and a reviewed one', async () => {
    const reports = await listReports(db, { eventId: 1 });
    const told = reports.map(({ status, reason, ownerName, reporterName }) => [
      status,
      readReason(reason).choice,
      ownerName,
      reporterName,
    ]);
    expect(told).toEqual([
      ['pending', 'not_event', 'Sofie Maes', 'Tom Girard'],
      ['pending', 'in_photo', 'Jules Lambert', 'Nina Weber'],
      ['dismissed', 'other', 'Nina Weber', 'Aïcha Diop'],
    ]);
  });

  it('leaves room for visitors, and has photos from yesterday evening', async () => {
    const [event] = await db.select().from(events).where(eq(events.id, 1));
    expect(event).toMatchObject({ maxUsers: 1000 });
    const taken = await db.select().from(photos).orderBy(asc(photos.createdAt));
    expect(new Set(taken.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)))).toEqual(
      new Set(['2030-06-14']),
    );
    expect(new Set(taken.map(({ createdAt }) => createdAt.getTime())).size).toBe(14);
    expect(taken.filter(({ caption }) => caption !== null)).toHaveLength(7);
  });

  it('keeps the changes that users make to it', async () => {
    const [photo] = await db.select().from(photos).limit(1);
    await deletePhoto(
      { db, removalWords: () => 'Removed' },
      {
        photoId: photo?.id ?? 0,
        actor: { userId: 1, eventId: 1, role: 'organizer', today: deps.today() },
      },
    );
    await seedDemo(deps);
    expect((await counts()).photos).toBe(13);
  });
});

describe('its table', () => {
  it('gives every photo to one participant and no star to their own or an unknown photo', () => {
    expect(DEMO_PARTICIPANTS.flatMap(({ photos }) => photos).sort()).toEqual(
      [...DEMO_PHOTOS].sort(),
    );
    for (const { photos, stars } of DEMO_PARTICIPANTS) {
      expect(photos.length).toBeLessThanOrEqual(3);
      expect(new Set(stars).size).toBe(3);
      for (const star of stars) {
        expect(photos).not.toContain(star);
        expect(DEMO_PHOTOS).toContain(star);
      }
    }
  });
});
