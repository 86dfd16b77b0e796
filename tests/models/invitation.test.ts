import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, users } from '~db/schema';
import { addDays } from '~/models/day';
import { findWayBack, getInvitation } from '~/models/event/invitation.server';
import { createTestEvent, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('invitation', (getDb) => {
  test('names the event and its organizer, if there is one', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    const read = () => getInvitation(getDb(), { eventId: event.id, code: null });
    await createTestUser(getDb(), event.id);
    expect(await read()).toMatchObject({ event: { name: event.name }, organizerName });
    await getDb().delete(users).where(eq(users.id, organizer.id));
    expect(await read()).toMatchObject({ event: { id: event.id }, organizerName: null });
  });

  test('does not exist for an unknown event', async () => {
    await expect(getInvitation(getDb(), { eventId: 999, code: null })).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });

  test('an event without organizer still has its names', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    const link = { eventId: event.id, code: null };
    const read = (today = event.endDate) => findWayBack(getDb(), { link, today });
    expect(await read()).toEqual({ event: event.name, organizer: organizerName });
    expect(await read(addDays(event.endDate, 1))).toBeNull();

    await getDb().update(users).set({ name: 'Zoé' }).where(eq(users.id, organizer.id));
    expect(await read()).toEqual({ event: event.name, organizer: 'Zoé' });
    await getDb().delete(users).where(eq(users.id, organizer.id));
    expect(await read()).toBeNull();
    await getDb().delete(events).where(eq(events.id, event.id));
    expect(await read()).toBeNull();
  });
});
