import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, favorites, payments, photos, users } from '~db/schema';
import { memberOf } from '~/models/access';
import { addDays, type Day } from '~/models/day';
import { nameKey } from '~/models/event/name';
import { namesFor } from '~/models/event/names.server';
import type { EventRow } from '~/models/event/read.server';
import type { NameKeys } from '~/models/event/former-names.server';
import type { PaymentRow } from '~/models/payment/provider.server';
import type { PhotoRow } from '~/models/photo/read.server';
import { singleRow } from '~/models/row.server';
import { storeSignInLink } from '~/models/session/sign-in-link.server';
import { newToken } from '~/models/session/token.server';
import { emailKey } from '~/models/user/rules';
import type { UserRow } from '~/models/user/read.server';

/** The day on which the tests take place. */
export const TODAY: Day = '2026-06-15';

/** A member as an actor on that day. */
export const asking = (user: Parameters<typeof memberOf>[0]) => memberOf(user, TODAY);

/** Letters that no other row has. */
export function unique(): string {
  return randomUUID().slice(0, 13);
}

/** The fields by which names and e-mails are compared. The caller sets the rest of a row. */
type EventFields = Partial<Omit<EventRow, keyof NameKeys>>;
type UserFields = Partial<Omit<UserRow, 'nameKey' | 'emailKey'>>;
/** Whose photo it is. */
type Owner = { id: number; eventId: number };

/** A running event with its organizer. */
export async function createTestEvent(
  db: Db,
  fields: EventFields & { organizer?: UserFields } = {},
): Promise<{ event: EventRow; organizer: UserRow; organizerName: string }> {
  const { organizer: organizerFields, ...eventFields } = fields;
  const name = eventFields.name ?? `Event ${unique()}`;
  const organizerName = organizerFields?.name ?? `Organizer ${unique()}`;
  const id = eventFields.id ?? randomInt(100_000_000_000, 1_000_000_000_000);
  const newEvents = await db
    .insert(events)
    .values({
      id,
      description: 'A test',
      startDate: addDays(TODAY, -1),
      endDate: addDays(TODAY, 6),
      ...eventFields,
      name,
      ...namesFor({ id }, { event: name, organizerName }),
    })
    .returning();
  const event = singleRow(newEvents);
  const organizer = await createTestUser(db, event.id, {
    ...organizerFields,
    name: organizerName,
    isOrganizer: true,
  });
  return { event, organizer, organizerName };
}

/** A participant of an event. */
export async function createTestUser(
  db: Db,
  eventId: number,
  fields: UserFields = {},
): Promise<UserRow> {
  return singleRow(await createTestUsers(db, eventId, 1, () => fields));
}

/** As many participants of an event, in one statement. */
export async function createTestUsers(
  db: Db,
  eventId: number,
  count: number,
  fieldsOf: (index: number) => UserFields = () => ({}),
): Promise<UserRow[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const fields = fieldsOf(index);
    const name = fields.name ?? `Guest ${unique()}`;
    const email = fields.email ?? `${unique()}@example.com`;
    const keys = { nameKey: nameKey(name), emailKey: emailKey(email) };
    return { username: 'guest', ...fields, eventId, name, email, ...keys };
  });
  return rows.length === 0 ? [] : db.insert(users).values(rows).returning();
}

/**
 * A sign-in link that was mailed to a member.
 * @returns its token
 */
export async function createSignInLink(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<string> {
  const user = singleRow(await db.select().from(users).where(eq(users.id, userId)));
  const token = newToken();
  await storeSignInLink(db, { user, token, now });
  return token;
}

/** A photo in one of a member's slots, by default the first; it has no files. */
export async function createTestPhoto(
  db: Db,
  user: Owner,
  fields: Partial<PhotoRow> = {},
): Promise<PhotoRow> {
  return singleRow(await insertPhotos(db, [user], () => fields));
}

/** As many participants with a photo each, in two statements. */
export async function createTestPhotos(
  db: Db,
  eventId: number,
  count: number,
  fieldsOf?: (index: number) => Partial<PhotoRow>,
): Promise<{ owners: UserRow[]; photos: PhotoRow[] }> {
  const owners = await createTestUsers(db, eventId, count);
  return { owners, photos: await insertPhotos(db, owners, fieldsOf) };
}

/** A photo of each owner. */
async function insertPhotos(
  db: Db,
  owners: Owner[],
  fieldsOf: (index: number) => Partial<PhotoRow> = () => ({}),
): Promise<PhotoRow[]> {
  const rows = owners.map((user, index) => ({
    position: 1,
    imageStorage: 'local' as const,
    imageKey: testImageKey(user.eventId),
    imageBytes: 250_000,
    hasAllWidths: true,
    width: 1200,
    height: 800,
    placeholder: 'data:image/webp;base64,UklGRg==',
    ...fieldsOf(index),
    userId: user.id,
    eventId: user.eventId,
  }));
  return rows.length === 0 ? [] : db.insert(photos).values(rows).returning();
}

/** A star with the given number. */
export async function createTestStar(
  db: Db,
  star: { userId: number; photoId: number; star: number },
): Promise<void> {
  await db.insert(favorites).values(star);
}

/** A payment for an event's Basic plan, by default started in the dialog with test keys. */
export async function createTestPayment(
  db: Db,
  event: { id: number; name: string },
  fields: Partial<PaymentRow> = {},
): Promise<PaymentRow> {
  const newPayments = await db
    .insert(payments)
    .values({
      key: randomUUID(),
      eventId: event.id,
      eventNumber: event.id,
      eventName: event.name,
      plan: 'basic',
      amount: 300,
      place: 'dialog',
      isTest: true,
      paymentIntentId: `pi_${unique()}`,
      ...fields,
    })
    .returning();
  return singleRow(newPayments);
}

/** The key of an image that was never stored. */
export function testImageKey(eventId: number): string {
  return `${eventId}/${randomBytes(16).toString('base64url')}`;
}
