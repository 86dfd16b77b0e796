import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '~db/schema';
import { getInvitation } from '~/models/invitation.server';
import { createTestEvent, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

withDatabases('invitation', (getDb) => {
  test('names the event and its organizer, if there is one', async () => {
    const { event, organizer, organizerName } = await createTestEvent(getDb());
    const read = () => getInvitation(getDb(), { eventId: event.id });
    await createTestUser(getDb(), event.id);
    expect(await read()).toMatchObject({ event: { name: event.name }, organizerName });
    await getDb().delete(users).where(eq(users.id, organizer.id));
    expect(await read()).toMatchObject({ event: { id: event.id }, organizerName: null });
  });

  test('there is none for an event that is not there', async () => {
    await expect(getInvitation(getDb(), { eventId: 999 })).rejects.toMatchObject({
      code: 'event_not_found',
    });
  });
});
