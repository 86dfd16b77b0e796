import sharp from 'sharp';
import { createMediaStorage } from '../../app/services/storage/index.server';
import { newImageKey } from '../../app/services/storage/keys.server';
import { connectDatabase } from '../../db/client.server';
import { createTestEvent, createTestPhoto, createTestUser } from '../../tests/factories';
import { Client } from '../../tests/setup/client';
import type { TestServer } from '../../tests/setup/server';

/**
 * An event with so many photos, five to a guest, written straight into database and storage.
 * @param url the server's database
 * @returns also the headers of a member who is signed in
 */
export async function fillEvent(server: TestServer, url: string, count: number) {
  const { db, close } = await connectDatabase({ url, dataDir: '' });
  const storage = createMediaStorage({ dataDir: server.dataDir });
  const today = new Date().toISOString().slice(0, 10) as `${number}-${number}-${number}`;
  const { event, organizer } = await createTestEvent(db, {
    startDate: today,
    endDate: `${Number(today.slice(0, 4)) + 1}-01-01`,
    maxUsers: 1000,
    maxPhotosPerUser: 5,
  });
  const pixels = { width: 720, height: 960, channels: 3 as const };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  const picture = await sharp({ create: { ...pixels, background: '#808080', noise } })
    .webp({ quality: 76 })
    .toBuffer();
  const placeholder = `data:image/webp;base64,${'A'.repeat(300)}`;
  const photos = [];
  let guest = organizer;
  for (let index = 0; index < count; index++) {
    if (index % 5 === 0) guest = await createTestUser(db, event.id);
    const imageKey = newImageKey(event.id);
    if (index < 60) {
      const files = { full: picture, 1080: picture, 720: picture, 320: picture };
      await storage.write('local', imageKey, files);
    }
    const place = { position: (index % 5) + 1, width: 1440, height: 1920 };
    photos.push(await createTestPhoto(db, guest, { ...place, imageKey, placeholder }));
  }
  const fan = await createTestUser(db, event.id);
  await close();
  const client = new Client(server.origin);
  const names = { event: event.name, organizerName: organizer.name };
  const login = await client.post('/api/login', { ...names, name: fan.name, email: fan.email });
  if (login.status !== 200) throw new Error(`login: ${login.text}`);
  const headers: Record<string, string> = { Cookie: client.cookies.header() ?? '' };
  return { eventId: event.id, userId: fan.id, photos, headers };
}
