import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { and, eq } from 'drizzle-orm';
import { photos, type MissionRow } from '~db/schema';
import { memberOf, SYSTEM, type Person } from '~/models/access';
import { addDays, type Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import { DEMO_EVENT_ID } from '~/models/event/rules';
import { getEvent } from '~/models/event/read.server';
import { setEventImage } from '~/models/event/image.server';
import { setMaxUsers } from '~/models/event/write.server';
import { switchSet } from '~/models/mission/write.server';
import { addFavorite } from '~/models/photo/star.server';
import type { ImageDeps } from '~/models/photo/image-file.server';
import { listUserPhotos } from '~/models/photo/read.server';
import { addPhoto } from '~/models/photo/write.server';
import { storedReason } from '~/models/report/rules';
import { reportPhoto, setReportStatus } from '~/models/report/write.server';
import { chooseTable, setTables } from '~/models/table/write.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { findUserByPerson, getMember } from '~/models/user/read.server';
import { register, type RegisterDeps } from '~/models/user/register.server';
import { setSelfie } from '~/models/user/write.server';
import {
  DEMO_EVENT_IMAGE,
  DEMO_ORGANIZER_SELFIE,
  DEMO_CAPTIONS,
  DEMO_MISSIONS,
  DEMO_PARTICIPANTS,
  DEMO_PHOTOS,
  DEMO_REPORTS,
  DEMO_SEATS,
  DEMO_TABLES,
  type DemoParticipant,
} from './party';

/** Leaves room for visitors who want to try the product. */
const DEMO_MAX_USERS = 1000;
const MINUTES_BETWEEN_PHOTOS = 13;

type SeedDeps = ImageDeps & RegisterDeps & { today(): Day };

/** The demo event's organizer as an actor. */
const organizerOf = (deps: SeedDeps): Person =>
  memberOf(
    { id: ADMIN_USER_ID, eventId: DEMO_EVENT_ID, isOrganizer: true, coOrganizerSince: null },
    deps.today(),
  );

/** A guest of the demo event as an actor. */
const guestOf = (deps: SeedDeps, id: number): Person =>
  memberOf(
    { id, eventId: DEMO_EVENT_ID, isOrganizer: false, coOrganizerSince: null },
    deps.today(),
  );

/**
 * Fills the demo event at the first start, through the same models and image processing as any other event;
 * only the photos' dates and missions are set here directly. The event's image is added last and marks the seeding as
 * complete: the next start resumes an interrupted seeding, and data deleted after a complete one stays
 * deleted. Several servers may seed at the same time; each skips the steps that are already done.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const event = await getEvent(deps.db, { eventId: DEMO_EVENT_ID });
  if (event.imageKey) return;
  if (event.maxUsers < DEMO_MAX_USERS) {
    await setMaxUsers(deps.db, {
      actor: SYSTEM,
      eventId: DEMO_EVENT_ID,
      maxUsers: DEMO_MAX_USERS,
    });
  }
  const missions = await switchSet(deps.db, {
    actor: organizerOf(deps),
    eventId: DEMO_EVENT_ID,
    set: 'wedding',
    isOn: true,
  });
  const ids = new Map<string, number>();
  for (const participant of DEMO_PARTICIPANTS) {
    ids.set(participant.name, await seedParticipant(deps, participant));
  }
  await seedTables(deps, [...ids.values()]);
  await seedSelfie(deps, ADMIN_USER_ID, DEMO_ORGANIZER_SELFIE);
  const photoIds = await seedPhotos(deps, ids, missions);
  for (const { name, stars } of DEMO_PARTICIPANTS) {
    for (const picture of stars) {
      const [userId, photoId] = [ids.get(name), photoIds.get(picture)];
      if (!userId || !photoId) throw new Error(`The demo event has no ${name} or no ${picture}`);
      await addFavorite(deps.db, {
        photoId,
        actor: guestOf(deps, userId),
      });
    }
  }
  await seedReports(deps, ids, photoIds);
  await setEventImage(deps, {
    actor: organizerOf(deps),
    eventId: DEMO_EVENT_ID,
    file: pictureFile(DEMO_EVENT_IMAGE),
  });
}

async function seedTables(deps: SeedDeps, userIds: number[]): Promise<void> {
  const { db } = deps;
  const tables = await setTables(db, {
    actor: organizerOf(deps),
    eventId: DEMO_EVENT_ID,
    names: DEMO_TABLES,
  });
  for (const [index, userId] of userIds.entries()) {
    const tableId = tables[Math.floor(index / DEMO_SEATS)]?.id ?? null;
    await chooseTable(db, { actor: guestOf(deps, userId), tableId });
  }
}

async function seedReports(
  deps: SeedDeps,
  ids: Map<string, number>,
  photoIds: Map<string, number>,
): Promise<void> {
  const { db } = deps;
  for (const { picture, by, reason, review } of DEMO_REPORTS) {
    const [userId, photoId] = [ids.get(by), photoIds.get(picture)];
    if (!userId || !photoId) throw new Error(`The demo event has no ${by} or no ${picture}`);
    const report = await unlessDone(
      'already_reported',
      reportPhoto(db, {
        photoId,
        actor: guestOf(deps, userId),
        reason: storedReason(reason),
      }),
    );
    if (!report || !review) continue;
    const reportId = report.id;
    await setReportStatus(db, {
      reportId,
      actor: organizerOf(deps),
      status: review,
      now: new Date(),
    });
  }
}

async function seedParticipant(deps: SeedDeps, participant: DemoParticipant): Promise<number> {
  const person = { eventId: DEMO_EVENT_ID, name: participant.name, email: participant.email };
  const user =
    (await findUserByPerson(deps.db, person)) ??
    (await unlessDone(
      'user_exists',
      register(deps, { ...person, today: deps.today(), isSample: true }),
    )) ??
    (await findUserByPerson(deps.db, person));
  if (!user) throw new Error(`The demo event has no ${participant.name}`);
  if (participant.selfie) await seedSelfie(deps, user.id, participant.selfie);
  return user.id;
}

async function seedSelfie(deps: SeedDeps, userId: number, picture: string): Promise<void> {
  const user = await getMember(deps.db, { userId, eventId: DEMO_EVENT_ID });
  if (user.selfieKey) return;
  await setSelfie(deps, { actor: memberOf(user, deps.today()), user, file: pictureFile(picture) });
}

/**
 * Adds the photos, spreads their dates over yesterday evening, and gives some of them missions.
 * @returns the photos' ids by picture
 */
async function seedPhotos(
  deps: SeedDeps,
  ids: Map<string, number>,
  missions: readonly MissionRow[],
): Promise<Map<string, number>> {
  const eventId = DEMO_EVENT_ID;
  const photoIds = new Map<string, number>();
  const evening = new Date(`${addDays(deps.today(), -1)}T17:00:00Z`).getTime();
  const seedPhoto = async (picture: string, index: number) => {
    const owner = DEMO_PARTICIPANTS.find((participant) => participant.photos.includes(picture));
    const userId = ids.get(owner?.name ?? '');
    if (!owner || !userId) throw new Error(`The demo event has nobody for ${picture}`);
    const position = owner.photos.indexOf(picture) + 1;
    const file = pictureFile(picture);
    const actor = guestOf(deps, userId);
    const place = { userId, eventId, position, caption: DEMO_CAPTIONS[picture] };
    await unlessDone('slot_taken', addPhoto(deps, { actor, ...place, file }));
    const isThis = and(eq(photos.userId, userId), eq(photos.position, position));
    const createdAt = new Date(evening + index * MINUTES_BETWEEN_PHOTOS * 60_000);
    const missionId = missions.find(({ number }) => number === DEMO_MISSIONS[picture])?.id ?? null;
    await deps.db.update(photos).set({ createdAt, missionId }).where(isThis);
    const own = await listUserPhotos(deps.db, { eventId, userId });
    const photo = own.find((one) => one.position === position);
    if (photo) photoIds.set(picture, photo.id);
  };
  await Promise.all(DEMO_PHOTOS.map(seedPhoto));
  return photoIds;
}

/** The result of a step, or null if an earlier or concurrent start has already done it. */
async function unlessDone<T>(code: DomainError['code'], step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  }
}

/** A file in app/demo/images, whether the code runs from the sources or from build/server. */
function pictureFile(picture: string): { path: string } {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const folders = [join(here, 'images'), join(here, '../../app/demo/images')];
  const folder = folders.find((path) => existsSync(path));
  if (!folder) throw new Error('app/demo/images is missing');
  return { path: join(folder, `${picture}.webp`) };
}
