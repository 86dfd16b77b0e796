import { addPhoto, createParty, join } from '../party';
import { call, form, type Rows, type Who } from './row';
import {
  administrator,
  day,
  guest,
  ofEvent,
  once,
  organizer,
  shopkeeper,
  type Scene,
} from './scene';

// The organizer's settings of an event, and its end.

const set = (json: object) => call(organizer, 'PATCH', ofEvent(), json);
const edited = { startDate: day(), endDate: day(7), partyDate: day() };
const edit = (fields: Record<string, string>, at: string, who: Who = organizer) =>
  form(who, '/event/edit', (scene) => ({ ...edited, name: scene.party.event.name, ...fields }), {
    at,
    keeps: fields,
  });
const noon = (offset: number) => `${day(offset)}T12:00`;
/** The organizer of an event that can buy more time, with a photo. */
const begun = once(async ({ shop }: Scene) => {
  const party = await createParty(shop.origin);
  await addPhoto(await join(party), 1);
  return party.organizer;
});
/** The organizer of an event where a flash mission runs. */
const flashing = once(async ({ origin }: Scene) => {
  const { event, organizer: owner } = await createParty(origin);
  const path = `/api/events/${event.id}/flash`;
  await owner.client.post(path, { text: 'The ceiling' });
  return { ...owner, path };
});
const demoForm = { name: 'Another name', startDate: day(), endDate: day(7) };

export const ORGANIZING: Rows = {
  description_required: {
    call: call(organizer, 'PATCH', ofEvent('/description'), { description: ' ' }),
    screen: form(
      organizer,
      '/event/description',
      { description: ' ' },
      { at: 'description', keeps: {} },
    ),
  },
  free_days_max: {
    call: call(shopkeeper, 'POST', '/api/create-event', {
      name: 'A long summer',
      organizerName: 'Ann Lee',
      organizerEmail: 'ann@example.com',
      endDate: day(8),
    }),
    screen: form(
      shopkeeper,
      '/create-event',
      {
        name: 'A long summer',
        organizerName: 'Ann Lee',
        organizerEmail: 'ann@example.com',
        description: 'A party',
        startDate: day(),
        endDate: day(8),
      },
      { at: 'endDate' },
    ),
  },
  plan_days_max: {
    call: 'No call changes the first day, and the administrator’s gives more time.',
    screen: edit({ endDate: day(8) }, 'endDate', begun),
  },
  event_begun: {
    call: 'No call changes the first day.',
    screen: edit({ startDate: day(1), partyDate: day(1) }, 'startDate', begun),
  },
  event_name_typed: {
    call: 'Only a form asks for the name again.',
    screen: form(organizer, '/event/delete', { typed: 'Another' }, { at: 'typed' }),
  },
  photo_count_invalid: {
    call: call(organizer, 'PATCH', ofEvent('/max-photos'), { maxPhotosPerUser: 6 }),
    screen: form(organizer, '/event/photo-count', { maxPhotosPerUser: '6' }),
  },
  switch_invalid: {
    call: call(organizer, 'PATCH', ofEvent('/voting-status'), { votingEnabled: 'perhaps' }),
    screen: form(administrator, '/admin/storage', { intent: 'mode', useFtp: 'perhaps' }),
  },
  no_setting: { call: set({}), screen: form(organizer, '/event/wall', {}) },
  door_invalid: {
    call: call(organizer, 'POST', ofEvent('/renew-code'), { door: 'window' }),
    screen: form(organizer, '/event/door', { door: 'window' }),
  },
  voting_time_outside: {
    call: set({ votingClosesAt: `${day(40)}T12:00:00Z` }),
    screen: edit({ votingClosesAt: noon(40) }, 'votingClosesAt'),
  },
  late_day_outside: {
    call: set({ photosUntil: day(90) }),
    screen: form(organizer, '/event/late-photos', { photosUntil: day(90) }, { at: 'photosUntil' }),
  },
  voting_closes_first: {
    call: set({ votingOpensAt: `${day(3)}T12:00:00Z`, votingClosesAt: `${day(2)}T12:00:00Z` }),
    screen: edit({ votingOpensAt: noon(3), votingClosesAt: noon(2) }, 'votingClosesAt'),
  },
  voting_still_open: {
    call: call(organizer, 'POST', ofEvent('/reveal'), {}),
    screen: form(organizer, '/event/reveal', { intent: 'now' }),
  },
  not_an_organizer: {
    call: call(guest, 'PATCH', ofEvent('/description'), { description: 'Mine' }),
    screen: form(guest, '/shop', { plan: 'basic' }, { says: 'shop:toast.organizer' }),
  },
  demo_name_stays: {
    call: 'No call changes a name.',
    screen: form(administrator, '/event/edit', demoForm, { at: 'name' }),
  },
  demo_door_stays: {
    call: call(administrator, 'POST', '/api/events/1/renew-code', { door: 'code' }),
    screen: form(administrator, '/event/door', { door: 'code' }),
  },
  demo_event_protected: {
    call: call(administrator, 'DELETE', '/api/admin/events/1'),
    screen: form(administrator, '/admin/events/1/delete', { typed: 'DEMO' }),
  },
  demo_event_endless: {
    call: call(administrator, 'POST', '/api/events/1/end'),
    screen: form(administrator, '/admin/events/1/end', {}),
  },
  demo_event_organizer: {
    call: 'No call hands an event over.',
    screen: form(administrator, '/admin/events/1/organizer', { successorId: '5' }),
  },
  flash_too_soon: {
    call: call(flashing, 'POST', async (scene) => (await flashing(scene)).path, { text: 'Shoes' }),
    screen: form(flashing, '/event/missions', { intent: 'flash', flash: 'Shoes' }, { at: 'flash' }),
  },
  event_over: {
    call: call(administrator, 'POST', ({ ended }) => `/api/events/${ended.event.id}/end`),
    screen: form(administrator, ({ ended }) => `/admin/events/${ended.event.id}/end`, {}),
  },
};
