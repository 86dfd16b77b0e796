import { eq } from 'drizzle-orm';
import { duels } from '~db/schema';
import { addPhoto, createParty, day, join } from '../party';
import { call, form, type Rows } from './row';
import { guest, ofEvent, once, organizer } from './scene';

// The result, its reveal, and a duel.

const past = new Date(Date.now() - 60_000);
/** Two photos that share the first place of a counted result. */
const tie = async (origin: string) => {
  const party = await createParty(origin, { startDate: day(-1) });
  const [owner, other, giver] = [await join(party), await join(party), await join(party)];
  const ids = [(await addPhoto(owner, 1)).id, (await addPhoto(other, 1)).id];
  for (const id of ids)
    await giver.client.post('/api/favorites', { userId: giver.user.id, photoId: id });
  await party.organizer.client.post(`/api/events/${party.event.id}/close-voting`);
  return { party, owner, giver, ids, path: `/api/events/${party.event.id}/duel` };
};
const tied = once(({ origin }) => tie(origin));
const duelling = once(async ({ origin }) => {
  const own = await tie(origin);
  const { client } = own.party.organizer;
  const { json } = await client.post<{ id: number }>(own.path, { photoIds: own.ids, seconds: 600 });
  return { ...own, duelId: json.id };
});
const fought = once(async (scene) => {
  const own = await tie(scene.origin);
  const { client } = own.party.organizer;
  const { json } = await client.post<{ id: number }>(own.path, { photoIds: own.ids, seconds: 30 });
  await scene.db.update(duels).set({ endsAt: past, countedAt: past }).where(eq(duels.id, json.id));
  return { ...own, duelId: json.id };
});
const duelOf = (
  made: typeof tied,
  fields: (ids: number[]) => { photoIds: number[]; seconds: number },
) => ({
  call: call(
    async (scene) => (await made(scene)).party.organizer,
    'POST',
    async (scene) => (await made(scene)).path,
    async (scene) => fields((await made(scene)).ids),
  ),
  screen: form(
    async (scene) => (await made(scene)).party.organizer,
    '/event/duel',
    async (scene) => {
      const { photoIds, seconds } = fields((await made(scene)).ids);
      return { photoIds: photoIds.join(' '), seconds: String(seconds) };
    },
  ),
});
const vote = (made: typeof duelling, who: 'owner' | 'giver') => ({
  call: call(
    async (scene) => (await made(scene))[who],
    'POST',
    async (scene) => `/api/duels/${(await made(scene)).duelId}/vote`,
    async (scene) => ({ photoId: (await made(scene)).ids[0] }),
  ),
  screen: form(
    async (scene) => (await made(scene))[who],
    '/duel',
    async (scene) => {
      const { duelId, ids } = await made(scene);
      return { duel: String(duelId), photoId: String(ids[0]) };
    },
  ),
});

export const DUELS: Rows = {
  result_none: {
    call: call(organizer, 'GET', ofEvent('/result.json')),
    screen: form(organizer, '/event/duel', { photoIds: '1 2', seconds: '60' }),
  },
  reveal_none: {
    call: call(organizer, 'GET', ofEvent('/reveal')),
    screen: 'The screen of a reveal that has not begun leads to the ranking.',
  },
  duel_seconds: duelOf(tied, (photoIds) => ({ photoIds, seconds: 29 })),
  duel_not_tied: duelOf(tied, ([photoId = 0]) => ({ photoIds: [photoId], seconds: 60 })),
  duel_called: duelOf(fought, (photoIds) => ({ photoIds, seconds: 60 })),
  duel_own: vote(duelling, 'owner'),
  duel_over: vote(fought, 'giver'),
  duel_not_found: {
    call: call(guest, 'POST', '/api/duels/99999999/vote', { photoId: 1 }),
    screen: form(async (scene) => (await duelling(scene)).giver, '/duel', {
      duel: '99999999',
      photoId: '1',
    }),
  },
  duel_reveal: {
    call: call(
      async (scene) => (await duelling(scene)).party.organizer,
      'POST',
      async (scene) => `/api/events/${(await duelling(scene)).party.event.id}/reveal`,
      {},
    ),
    screen: form(async (scene) => (await duelling(scene)).party.organizer, '/event/reveal', {
      intent: 'now',
    }),
  },
};
