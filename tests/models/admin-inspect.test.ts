import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '~db/schema';
import { ADMINISTRATOR } from '~/models/access';
import { recordInspection, readInspection } from '~/models/admin/inspect.server';
import { PHOTO_PAGE_SIZE } from '~/models/admin/list';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { reportPhoto } from '~/models/report/write.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('an event that the administrator looks at', (getDb) => {
  const actor = ADMINISTRATOR;
  const now = new Date(`${TODAY}T12:00:00Z`);

  test('shows its organizer, figures, ranking and all photos, hidden ones marked', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const eventId = event.id;
    const [guest, other] = [
      await createTestUser(getDb(), eventId),
      await createTestUser(getDb(), eventId),
    ];
    const photo = (position: number, minute: number) =>
      createTestPhoto(getDb(), guest, {
        position,
        imageBytes: 100,
        createdAt: new Date(Date.UTC(2026, 5, 15, 10, minute)),
      });
    const [second, first, hidden] = [await photo(1, 1), await photo(2, 2), await photo(3, 3)];
    for (const [giver, { id: photoId }, star] of [
      [other, first, 1],
      [organizer, first, 1],
      [other, second, 2],
      [organizer, hidden, 2],
    ] as const) {
      await createTestStar(getDb(), { userId: giver.id, photoId, star });
    }
    const reporter = { photoId: second.id, actor: asking(other) };
    await reportPhoto(getDb(), { ...reporter, reason: null });
    const hides = { photoId: hidden.id, actor: asking(organizer), isHidden: true, now };
    await setPhotoHidden(getDb(), hides);
    // Another event's are not included.
    const elsewhere = await createTestEvent(getDb());
    await createTestPhoto(getDb(), elsewhere.organizer);

    const seen = await readInspection(getDb(), { actor, eventId, page: 1, now: new Date() });
    const { id, name, email } = organizer;
    expect(seen.organizer).toEqual({ id, name, email });
    expect(seen.figures).toEqual({
      ...{ photoCount: 2, hiddenCount: 1, photoBytes: 300, participants: 2, stars: 3, reports: 1 },
    });
    expect(seen.leaders.map((one) => one.id)).toEqual([first.id, second.id]);
    expect(seen.photos).toMatchObject({ total: 3, page: 1, pages: 1 });
    expect(seen.photos.rows.map((one) => [one.id, one.userName, one.hiddenAt !== null])).toEqual([
      [hidden.id, guest.name, true],
      [first.id, guest.name, false],
      [second.id, guest.name, false],
    ]);
  });

  test('splits its photos into pages, each on exactly one', async () => {
    const { event } = await createTestEvent(getDb());
    for (let made = 0; made <= PHOTO_PAGE_SIZE; made++) {
      const owner = await createTestUser(getDb(), event.id);
      await createTestPhoto(getDb(), owner, { createdAt: now });
    }
    const read = async (page: number) =>
      (await readInspection(getDb(), { actor, eventId: event.id, page, now })).photos;
    const [first, last] = [await read(1), await read(99)];
    expect(first).toMatchObject({ total: PHOTO_PAGE_SIZE + 1, page: 1, pages: 2 });
    expect(last).toMatchObject({ page: 2, rows: [expect.anything()] });
    const ids = [...first.rows, ...last.rows].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(new Set(ids).size).toBe(PHOTO_PAGE_SIZE + 1);
  });

  test('is empty for an empty event, and not found for an unknown one', async () => {
    const { event } = await createTestEvent(getDb());
    const eventId = event.id;
    const empty = await readInspection(getDb(), { actor, eventId, page: 3, now: new Date() });
    expect(empty).toMatchObject({
      figures: { photoCount: 0, hiddenCount: 0, photoBytes: 0 },
      leaders: [],
      photos: { rows: [], total: 0, page: 1, pages: 1 },
    });
    const nowhere = { actor, eventId: eventId + 1, now, page: 1 };
    await expect(readInspection(getDb(), nowhere)).rejects.toMatchObject({
      code: 'event_not_found',
    });
    await expect(recordInspection(getDb(), nowhere)).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });

  test('is refused to everybody else', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const asked = { actor: asking(organizer), eventId: event.id, page: 1, now };
    const refusal = { code: 'access_denied' };
    await expect(readInspection(getDb(), asked)).rejects.toMatchObject(refusal);
    await expect(recordInspection(getDb(), asked)).rejects.toMatchObject(refusal);
  });

  test('is logged once an hour, even when two look at once', async () => {
    const [one, other] = [await createTestEvent(getDb()), await createTestEvent(getDb())];
    const noted = ({ event }: typeof one) =>
      getDb().$count(
        auditEntries,
        and(eq(auditEntries.eventId, event.id), eq(auditEntries.deed, 'event.inspected')),
      );
    const look = ({ event }: typeof one, at = new Date()) =>
      recordInspection(getDb(), { actor, eventId: event.id, now: at });
    await Promise.all([look(one), look(one)]);
    await look(one);
    expect([await noted(one), await noted(other)]).toEqual([1, 0]);
    await look(other);
    expect([await noted(one), await noted(other)]).toEqual([1, 1]);
    await look(one, new Date(Date.now() + 61 * 60_000));
    expect([await noted(one), await noted(other)]).toEqual([2, 1]);
    const [entry] = await getDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.eventId, one.event.id));
    expect(entry).toMatchObject({
      ...{ actorId: 1, actorRole: 'administrator', eventName: one.event.name, targetId: null },
    });
  });
});
