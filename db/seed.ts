import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { and, eq } from 'drizzle-orm';
import type { Actor } from '~/models/access';
import { addDays, type Day } from '~/models/day';
import { DomainError } from '~/models/errors';
import { DEMO_EVENT_ID } from '~/models/event';
import { getEvent, setMaxUsers } from '~/models/event.server';
import { addFavorite } from '~/models/favorite.server';
import { planRemoval } from '~/models/file-removal.server';
import { storeImage, type ImageDeps } from '~/models/image-file.server';
import { addPhoto, listUserPhotos } from '~/models/photo.server';
import { storedReason } from '~/models/report';
import { reportPhoto, setReportStatus } from '~/models/report.server';
import { ADMIN_USER_ID } from '~/models/user';
import { findUserByPerson, getMember, register, setSelfie } from '~/models/user.server';
import type { Db } from './client.server';
import { events, photos } from './schema';
import {
  DEMO_EVENT_IMAGE,
  DEMO_ORGANIZER_SELFIE,
  DEMO_PARTICIPANTS,
  DEMO_PHOTOS,
  DEMO_REPORTS,
  type DemoParticipant,
} from './seed/party';

/** Room for everybody who wants to look around. */
const DEMO_MAX_USERS = 1000;
const MINUTES_BETWEEN_PHOTOS = 13;

type SeedDeps = ImageDeps & { today(): Day };

/**
 * Fills the demo event at the first start, through the same models and images as any other event.
 * The event's image comes last and tells that all is there: a start that was killed halfway
 * is taken up by the next one, and what is deleted afterwards stays deleted. Servers that start
 * together may both do it; each step that is done already is passed over.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  const event = await getEvent(deps.db, { eventId: DEMO_EVENT_ID });
  if (event.imageKey) return;
  if (event.maxUsers < DEMO_MAX_USERS) {
    await setMaxUsers(deps.db, { eventId: DEMO_EVENT_ID, maxUsers: DEMO_MAX_USERS });
  }
  const ids = new Map<string, number>();
  for (const participant of DEMO_PARTICIPANTS) {
    ids.set(participant.name, await seedParticipant(deps, participant));
  }
  await seedSelfie(deps, ADMIN_USER_ID, DEMO_ORGANIZER_SELFIE);
  const photoIds = await seedPhotos(deps, ids);
  for (const { name, stars } of DEMO_PARTICIPANTS) {
    for (const picture of stars) {
      const [userId, photoId] = [ids.get(name), photoIds.get(picture)];
      if (!userId || !photoId) throw new Error(`The demo event has no ${name} or no ${picture}`);
      await addFavorite(deps.db, {
        photoId,
        actor: { userId, eventId: DEMO_EVENT_ID, role: 'participant' },
      });
    }
  }
  await seedReports(deps, ids, photoIds);
  await seedEventImage(deps);
}

async function seedReports(
  { db }: SeedDeps,
  ids: Map<string, number>,
  photoIds: Map<string, number>,
): Promise<void> {
  const event = { eventId: DEMO_EVENT_ID };
  const organizer: Actor = { ...event, userId: ADMIN_USER_ID, role: 'organizer' };
  for (const { picture, by, reason, review } of DEMO_REPORTS) {
    const [userId, photoId] = [ids.get(by), photoIds.get(picture)];
    if (!userId || !photoId) throw new Error(`The demo event has no ${by} or no ${picture}`);
    const report = await unlessDone(
      'already_reported',
      reportPhoto(db, {
        photoId,
        actor: { ...event, userId, role: 'participant' },
        reason: storedReason(reason),
      }),
    );
    if (!report || !review) continue;
    const reportId = report.id;
    await setReportStatus(db, { reportId, actor: organizer, status: review, now: new Date() });
  }
}

async function seedParticipant(deps: SeedDeps, participant: DemoParticipant): Promise<number> {
  const person = { eventId: DEMO_EVENT_ID, name: participant.name, email: participant.email };
  const user =
    (await findUserByPerson(deps.db, person)) ??
    (await unlessDone('user_exists', register(deps.db, { ...person, today: deps.today() }))) ??
    (await findUserByPerson(deps.db, person));
  if (!user) throw new Error(`The demo event has no ${participant.name}`);
  if (participant.selfie) await seedSelfie(deps, user.id, participant.selfie);
  return user.id;
}

async function seedSelfie(deps: SeedDeps, userId: number, picture: string): Promise<void> {
  const user = await getMember(deps.db, { userId, eventId: DEMO_EVENT_ID });
  if (!user.selfieKey) await setSelfie(deps, { user, file: pictureFile(picture) });
}

/** Photos taken all through yesterday evening. @returns the photos' ids by picture */
async function seedPhotos(deps: SeedDeps, ids: Map<string, number>): Promise<Map<string, number>> {
  const eventId = DEMO_EVENT_ID;
  const photoIds = new Map<string, number>();
  const evening = new Date(`${addDays(deps.today(), -1)}T17:00:00Z`).getTime();
  const seedPhoto = async (picture: string, index: number) => {
    const owner = DEMO_PARTICIPANTS.find((participant) => participant.photos.includes(picture));
    const userId = ids.get(owner?.name ?? '');
    if (!owner || !userId) throw new Error(`The demo event has nobody for ${picture}`);
    const position = owner.photos.indexOf(picture) + 1;
    const file = pictureFile(picture);
    await unlessDone('slot_taken', addPhoto(deps, { userId, eventId, position, file }));
    const isThis = and(eq(photos.userId, userId), eq(photos.position, position));
    const createdAt = new Date(evening + index * MINUTES_BETWEEN_PHOTOS * 60_000);
    await deps.db.update(photos).set({ createdAt }).where(isThis);
    const own = await listUserPhotos(deps.db, { eventId, userId });
    const photo = own.find((one) => one.position === position);
    if (photo) photoIds.set(picture, photo.id);
  };
  await Promise.all(DEMO_PHOTOS.map(seedPhoto));
  return photoIds;
}

function seedEventImage(deps: SeedDeps): Promise<void> {
  const isDemo = eq(events.id, DEMO_EVENT_ID);
  const file = pictureFile(DEMO_EVENT_IMAGE);
  const image = { eventId: DEMO_EVENT_ID, userId: ADMIN_USER_ID, file };
  return storeImage(deps, image, async (tx: Db, { storage, key }) => {
    const [old] = await tx.select().from(events).where(isDemo).for('update');
    if (old?.imageStorage && old.imageKey) {
      await planRemoval(tx, { storage: old.imageStorage, key: old.imageKey });
    }
    await tx.update(events).set({ imageStorage: storage, imageKey: key }).where(isDemo);
  });
}

/** What a step gives, or null when an earlier or simultaneous start has done it. */
async function unlessDone<T>(code: DomainError['code'], step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  }
}

/** db/seed/images, whether this runs from the sources or from build/server. */
function pictureFile(picture: string): { path: string } {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const folders = [join(here, 'seed/images'), join(here, '../../db/seed/images')];
  const folder = folders.find((path) => existsSync(path));
  if (!folder) throw new Error('db/seed/images is missing');
  return { path: join(folder, `${picture}.webp`) };
}
