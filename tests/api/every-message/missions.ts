import { missions } from '~db/schema';
import { MISSIONS_MAX } from '~/models/mission/rules';
import { createParty } from '../party';
import { call, form, page, type FurtherRow, type Rows } from './row';
import { guest, nobody, ofEvent, once, organizer, type Scene } from './scene';

// What missions, tables, notifications and the morning after refuse.

const MISSIONS = '/event/missions';
const UNKNOWN_LINK = 'x'.repeat(43);
const TOO_LONG = { text: 'x'.repeat(200) };
const ONE_MORE = { text: 'The longest dance' };
const TWICE = ['Roses', 'roses'];

/** An event with as many missions as there may be. */
const crammed = once(async ({ db, origin }) => {
  const party = await createParty(origin);
  const all = Array.from({ length: MISSIONS_MAX }, (_none, index) => ({
    eventId: party.event.id,
    text: `Mission ${index}`,
    position: index + 1,
  }));
  await db.insert(missions).values(all);
  return { ...party.organizer, eventId: party.event.id };
});
/** The organizer of an ended event. */
const past = ({ ended }: Scene) => ended.organizer;
const subscription = {
  endpoint: 'http://127.0.0.1/push',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
};

export const MISSION_ROWS: Rows = {
  card_stays: {
    call: call(guest, 'POST', '/api/missions/mine/swap'),
    screen: form(guest, '/missions', {}),
  },
};

/** Codes that others refuse with, too. */
export const FURTHER: FurtherRow[] = [
  {
    code: 'list_too_long',
    what: 'missions',
    call: async (scene) => {
      const { eventId } = await crammed(scene);
      return call(crammed, 'POST', `/api/events/${eventId}/missions`, ONE_MORE)(scene);
    },
    screen: form(crammed, MISSIONS, ONE_MORE, { at: 'text', says: 'missions:desk.full' }),
  },
  {
    code: 'text_max',
    what: 'a mission',
    call: call(organizer, 'POST', ofEvent('/missions'), TOO_LONG),
    screen: form(organizer, MISSIONS, TOO_LONG, { at: 'text', says: 'missions:desk.own_wrong' }),
  },
  {
    code: 'invalid_request',
    what: 'an unknown set of missions',
    call: call(organizer, 'POST', ofEvent('/missions'), { set: 'funeral' }),
    screen: form(
      organizer,
      MISSIONS,
      { intent: 'set', set: 'funeral', on: '1' },
      { says: 'missions:desk.failed' },
    ),
  },
  {
    code: 'page_not_found',
    what: 'a mission that is gone',
    call: call(organizer, 'PATCH', '/api/missions/999999999', ONE_MORE),
    screen: form(
      organizer,
      MISSIONS,
      { intent: 'remove', missionId: '999999999' },
      { says: 'common:not_found.title' },
    ),
  },
  {
    code: 'event_closed',
    what: 'missions of an ended event',
    call: async (scene) =>
      call(past, 'POST', `/api/events/${scene.ended.event.id}/missions`, ONE_MORE)(scene),
    screen: form(past, MISSIONS, ONE_MORE),
  },
  {
    code: 'invalid_event_data',
    what: 'two tables of one name',
    call: call(organizer, 'PUT', ofEvent('/tables'), { names: TWICE }),
    screen: form(
      organizer,
      '/event/tables',
      { names: TWICE.join('\n') },
      { at: 'names', says: 'tables:desk.wrong_text' },
    ),
  },
  {
    code: 'invalid_request',
    what: 'a table of another event',
    call: 'A guest chooses a table in the settings.',
    screen: form(guest, '/settings', { intent: 'table', table: '999999999' }),
  },
  {
    code: 'invalid_request',
    what: 'a subscription to notifications that leads nowhere',
    call: call(guest, 'POST', '/api/push', { subscription, topics: ['reveal'] }),
    screen: 'The browser makes the subscription.',
  },
  {
    code: 'link_expired',
    what: 'the link of a mail after an event',
    call: 'A link is opened in a browser.',
    screen: { ...page(nobody, `/morning/in/${UNKNOWN_LINK}`), says: 'links:link.invalid' },
  },
  {
    code: 'link_expired',
    what: 'the link that ends such mails',
    call: 'A link is opened in a browser.',
    screen: { ...page(nobody, `/morning/stop/${UNKNOWN_LINK}`), says: 'links:link.invalid' },
  },
];
