import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { events, fileWork, flagReports, storageSettings, users } from '~db/schema';
import { violatedConstraint } from '~/models/constraint.server';
import type { EventRow } from '~/models/event/read.server';
import { FAVORITES_MAX } from '~/models/photo/star';
import type { PhotoRow } from '~/models/photo/read.server';
import type { UserRow } from '~/models/user/read.server';
import {
  createTestPayment,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  testImageKey,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('the tables', (getDb) => {
  let event: EventRow;
  let organizer: UserRow;
  let guest: UserRow;
  let photo: PhotoRow;

  beforeAll(async () => {
    const db = getDb();
    ({ event, organizer } = await createTestEvent(db, {
      imageStorage: 'local',
      imageKey: unique(),
    }));
    guest = await createTestUser(db, event.id);
    photo = await createTestPhoto(db, organizer);
  });

  async function refusalOf(write: PromiseLike<unknown>): Promise<string | null> {
    try {
      await write;
    } catch (error) {
      return violatedConstraint(error);
    }
    return 'nothing refused it';
  }

  const changeEvent = (values: Partial<EventRow>) =>
    getDb().update(events).set(values).where(eq(events.id, event.id));

  test('two events cannot have the same id', async () => {
    expect(await refusalOf(createTestEvent(getDb(), { id: event.id }))).toBe('events_pkey');
  });

  test('two events cannot have the same two names, whatever their case', async () => {
    const again = createTestEvent(getDb(), {
      name: event.name.toUpperCase(),
      organizer: { name: `  ${organizer.name.toLowerCase()}` },
    });
    expect(await refusalOf(again)).toBe('events_name_organizer_unique');
  });

  test('an image key belongs to one row', async () => {
    const { imageKey } = event;
    const second = createTestEvent(getDb(), { imageKey, imageStorage: 'local' });
    expect(await refusalOf(second)).toBe('events_image_key_unique');

    const slot2 = createTestPhoto(getDb(), guest, { imageKey: photo.imageKey });
    expect(await refusalOf(slot2)).toBe('photos_image_key_unique');

    const selfie = { selfieKey: testImageKey(event.id), selfieStorage: 'local' as const };
    await createTestUser(getDb(), event.id, selfie);
    expect(await refusalOf(createTestUser(getDb(), event.id, selfie))).toBe(
      'users_selfie_key_unique',
    );
  });

  test.each([
    ['events_max_users_check', { maxUsers: 0 }],
    ['events_max_photos_check', { maxPhotosPerUser: 0 }],
    ['events_max_photos_check', { maxPhotosPerUser: 6 }],
    ['events_dates_check', { startDate: '2026-06-15', endDate: '2026-06-14' }],
    ['events_image_check', { imageStorage: null }],
  ])('the database enforces %s', async (name, values) => {
    expect(await refusalOf(changeEvent(values))).toBe(name);
  });

  test('a person registers once', async () => {
    const { name, email } = guest;
    const again = createTestUser(getDb(), event.id, { name, email: email.toUpperCase() });
    expect(await refusalOf(again)).toBe('users_event_name_email_unique');
  });

  test('an event has one organizer', async () => {
    const second = createTestUser(getDb(), event.id, { isOrganizer: true });
    expect(await refusalOf(second)).toBe('users_one_organizer_unique');
  });

  test.each([
    ['users_return_token_unique', { returnTokenHash: unique() }],
    ['users_sign_in_token_unique', { signInTokenHash: unique() }],
  ])('the database enforces %s', async (name, token) => {
    await createTestUser(getDb(), event.id, token);
    expect(await refusalOf(createTestUser(getDb(), event.id, token))).toBe(name);
  });

  test('a selfie has both key and storage', async () => {
    const half = createTestUser(getDb(), event.id, { selfieKey: testImageKey(event.id) });
    expect(await refusalOf(half)).toBe('users_selfie_check');
  });

  test('a user needs an event, a photo an owner', async () => {
    expect(await refusalOf(createTestUser(getDb(), 99))).toBe('users_event_id_events_id_fk');
    const orphan = createTestPhoto(getDb(), { id: 2_000_000_000, eventId: event.id });
    expect(await refusalOf(orphan)).toBe('photos_user_id_users_id_fk');
  });

  test('a slot holds one photo, and slots go from 1 to 5', async () => {
    const taken = createTestPhoto(getDb(), organizer, { position: photo.position });
    expect(await refusalOf(taken)).toBe('photos_user_position_unique');
    for (const position of [0, 6]) {
      expect(await refusalOf(createTestPhoto(getDb(), organizer, { position }))).toBe(
        'photos_position_check',
      );
    }
  });

  test('a star is given once, its number used once, and there is none more', async () => {
    const other = await createTestPhoto(getDb(), organizer, { position: 2 });
    const star = { userId: guest.id, photoId: photo.id };
    await createTestStar(getDb(), { ...star, star: 1 });
    expect(await refusalOf(createTestStar(getDb(), { ...star, star: 2 }))).toBe('favorites_pk');
    const another = { userId: guest.id, photoId: other.id };
    expect(await refusalOf(createTestStar(getDb(), { ...another, star: 1 }))).toBe(
      'favorites_user_star_unique',
    );
    for (const number of [0, FAVORITES_MAX + 1]) {
      expect(await refusalOf(createTestStar(getDb(), { ...another, star: number }))).toBe(
        'favorites_star_check',
      );
    }
  });

  test('a person reports a photo once', async () => {
    const report = { photoId: photo.id, reportedById: guest.id, eventId: event.id };
    await getDb().insert(flagReports).values(report);
    expect(await refusalOf(getDb().insert(flagReports).values(report))).toBe(
      'flag_reports_photo_reporter_unique',
    );
  });

  test('a payment is recorded once, and has a kind', async () => {
    const { paymentIntentId, key } = await createTestPayment(getDb(), event);
    const refused: [Parameters<typeof createTestPayment>[2], string][] = [
      [{ paymentIntentId }, 'payments_payment_intent_unique'],
      [{ key }, 'payments_key_unique'],
      [{ amount: 0 }, 'payments_amount_check'],
      // Nothing is granted for an unpaid payment.
      [{ grantedAt: new Date() }, 'payments_granted_check'],
    ];
    for (const [fields, constraint] of refused) {
      const tried = createTestPayment(getDb(), event, fields);
      expect(await refusalOf(tried)).toBe(constraint);
    }
  });

  test('there is one row of storage settings', async () => {
    expect(await refusalOf(getDb().insert(storageSettings).values({ id: 2 }))).toBe(
      'storage_settings_single_check',
    );
  });

  test('an error without a constraint has no name', async () => {
    expect(await refusalOf(getDb().execute(sql`select no_such_thing`))).toBeNull();
    expect(violatedConstraint('a text')).toBeNull();
  });

  test('deleting an event deletes its people, photos and stars, but not the planned removals', async () => {
    const { event: gone, organizer: owner } = await createTestEvent(getDb());
    const fan = await createTestUser(getDb(), gone.id);
    const { id: photoId, imageKey } = await createTestPhoto(getDb(), owner);
    await createTestStar(getDb(), { userId: fan.id, photoId, star: 1 });
    await getDb().insert(fileWork).values({ storage: 'local', imageKey });
    await getDb().delete(events).where(eq(events.id, gone.id));
    expect(await getDb().$count(users, eq(users.eventId, gone.id))).toBe(0);
    expect(await getDb().$count(fileWork, eq(fileWork.imageKey, imageKey))).toBe(1);
  });
});
