import { expect, test } from 'vitest';
import { changeDetails } from '~/models/user/write.server';
import { register } from '~/models/user/register.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { KEYS } from '../setup/fakes';

// No guest can pass for the organizer or the product (rule `names.imitation`).
withDatabases('names of guests', (getDb) => {
  const join = (eventId: number, name: string) =>
    register(
      { db: getDb(), env: KEYS },
      { eventId, name, email: `${unique()}@example.com`, today: TODAY },
    );
  const refused = { code: 'name_imitates', field: 'name', status: 400 };

  test.each([
    ['Inès Moreau', 'INES MOREAU'],
    ['Inès Moreau', 'lnes Moreau'],
    ['Inès Moreau', 'Ιnes Mοrеаu'],
    ['Inès Moreau', '1nès\u3164 M\u200bor\u00ade\u2060au!'],
    ['Inès Moreau', 'InesMoreau 👑'],
    ['Emma', 'Ernma'],
    ['Anna', 'Аннa'],
    ['Bob', 'BОB'],
    ['Leo', 'Le0'],
    ['Anybody', 'Snapodium'],
    ['Anybody', 'SNAРΟDIUM'],
    ['Anybody', 'Snap0dіum – Support'],
    ['Anybody', 'Team 𝕊𝕟𝕒𝕡𝕠𝕕𝕚𝕦𝕞'],
  ])('in an event of %s nobody can be called %s', async (organizer, name) => {
    if (organizer === 'Anna') organizer = 'Анна';
    const { event } = await createTestEvent(getDb(), { organizer: { name: organizer } });
    await expect(join(event.id, name)).rejects.toMatchObject(refused);
    const guest = await createTestUser(getDb(), event.id);
    const rename = { actor: asking(guest), name, email: guest.email };
    await expect(changeDetails(getDb(), rename)).rejects.toMatchObject(refused);
  });

  test('everybody else can choose their name', async () => {
    const { event } = await createTestEvent(getDb(), { organizer: { name: 'Anna' } });
    for (const name of ['Anna Maria', 'Hanna', 'Ana', 'Nanna', 'Анна', 'Podium', '🎈🎈🎈']) {
      expect((await join(event.id, name)).name).toBe(name);
    }
    // The same name in another event, and the organizer's own.
    const other = await createTestEvent(getDb(), { organizer: { name: 'Zoé Ana' } });
    expect((await join(other.event.id, 'Anna')).name).toBe('Anna');
    const { organizer } = other;
    const own = { actor: asking(organizer), name: 'ZOE ANA', email: organizer.email };
    expect((await changeDetails(getDb(), own)).name).toBe('ZOE ANA');
  });

  test('a member who has such a name already keeps it, and can change the address', async () => {
    const { event } = await createTestEvent(getDb(), { organizer: { name: 'Anna' } });
    const guest = await createTestUser(getDb(), event.id, { name: 'Anna' });
    const email = `${unique()}@example.com`;
    const changed = await changeDetails(getDb(), { actor: asking(guest), name: 'Anna', email });
    expect(changed).toMatchObject({ name: 'Anna', email });
  });
});
