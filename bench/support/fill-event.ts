import type { ProcessedImage } from '../../app/services/images.server';
import { createMediaStorage } from '../../app/services/storage/index.server';
import { newImageKey } from '../../app/services/storage/keys.server';
import { connectDatabase } from '../../db/client.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../../tests/factories';
import { Client } from '../../tests/setup/client';
import type { TestServer } from '../../tests/setup/server';

const PER_GUEST = 5;

/**
 * An event with so many photos, five to a guest, written straight into a server's database and its
 * storage, and a guest who is signed in and has none.
 * @param options.url the server's PostgreSQL
 * @param options.pictures they are taken in turn
 * @param options.stored so many of the newest get their files; all unless it says
 */
export async function fillEvent(
  { origin, dataDir }: TestServer,
  options: { url: string; count: number; pictures: ProcessedImage[]; stored?: number },
) {
  const { url, count, pictures, stored = count } = options;
  const { db, close } = await connectDatabase({ url, dataDir: '' });
  const storage = createMediaStorage({ dataDir });
  const today = new Date().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const { event, organizer } = await createTestEvent(db, {
    startDate: today,
    endDate: `${Number(today.slice(0, 4)) + 1}-01-01`,
    maxUsers: count,
    maxPhotosPerUser: PER_GUEST,
  });
  const photos = [];
  let guest = organizer;
  for (let index = 0; index < count; index++) {
    if (index % PER_GUEST === 0) guest = await createTestUser(db, event.id);
    const picture = pictures[index % pictures.length];
    if (!picture) throw new Error('without pictures there are no photos');
    const { files, ...fields } = picture;
    const imageKey = newImageKey(event.id);
    if (index >= count - stored) await storage.write('local', imageKey, files);
    const position = (index % PER_GUEST) + 1;
    photos.push(await createTestPhoto(db, guest, { ...fields, position, imageKey }));
  }
  const fan = await createTestUser(db, event.id);
  await close();
  const client = new Client(origin);
  const names = { event: event.name, organizerName: organizer.name };
  const login = await client.post('/api/login', { ...names, name: fan.name, email: fan.email });
  if (login.status !== 200) throw new Error(`login: ${login.text}`);
  const headers: Record<string, string> = { Cookie: client.cookies.header() ?? '' };
  return { eventId: event.id, userId: fan.id, photos, names, headers };
}
