import { unique } from '../party';
import { call, form, type Rows } from './row';
import { nobody } from './scene';

// Creating an event.

const CREATE = '/api/create-event';
const created = {
  name: 'Summer party',
  organizerName: 'Ann Lee',
  organizerEmail: 'ann@example.com',
  description: 'A party',
};
const create = (fields: object) =>
  call(nobody, 'POST', CREATE, () => ({ ...created, name: `Event ${unique()}`, ...fields }));
const creating = (fields: Record<string, string>, at: string) =>
  form(
    nobody,
    '/create-event',
    { ...created, startDate: '2098-01-01', endDate: '2098-01-03', ...fields },
    { at },
  );
const createLast = (fields: Record<string, string>, at: string) =>
  creating({ ...fields, intent: 'create' }, at);

export const CREATING: Rows = {
  organizer_name_min: {
    call: create({ organizerName: 'An' }),
    screen: creating({ organizerName: 'An' }, 'organizerName'),
  },
  organizer_email_invalid: {
    call: create({ organizerEmail: 'ann@' }),
    screen: creating({ organizerEmail: 'ann@' }, 'organizerEmail'),
  },
  username_min: {
    call: create({ organizerUsername: 'an' }),
    screen: creating({ organizerUsername: 'an' }, 'organizerUsername'),
  },
  username_max: {
    call: create({ organizerUsername: 'x'.repeat(31) }),
    screen: creating({ organizerUsername: 'x'.repeat(31) }, 'organizerUsername'),
  },
  password_min: {
    call: create({ organizerPassword: '12345' }),
    screen: creating({ organizerPassword: '12345' }, 'organizerPassword'),
  },
  password_max: {
    call: create({ organizerPassword: 'x'.repeat(201) }),
    screen: creating({ organizerPassword: 'x'.repeat(201) }, 'organizerPassword'),
  },
  password_common: {
    call: create({ organizerPassword: 'Password1' }),
    screen: createLast({ organizerPassword: 'Password1' }, 'organizerPassword'),
  },
  password_names: {
    call: create({ organizerName: 'Zebulonia', organizerPassword: 'zebulonia' }),
    screen: createLast(
      { organizerName: 'Zebulonia', organizerPassword: 'zebulonia' },
      'organizerPassword',
    ),
  },
  start_date_required: {
    call: create({ startDate: 'soon' }),
    screen: creating({ startDate: '' }, 'startDate'),
  },
  end_date_required: {
    call: create({ endDate: 'soon' }),
    screen: creating({ endDate: '' }, 'endDate'),
  },
  end_before_start: {
    call: create({ startDate: '2098-01-02', endDate: '2098-01-01' }),
    screen: creating({ endDate: '2097-12-31' }, 'endDate'),
  },
  day_past: {
    call: create({ startDate: '2020-01-01', endDate: '2020-01-02' }),
    screen: creating({ startDate: '2020-01-01', endDate: '2020-01-02' }, 'endDate'),
  },
  party_date_outside: {
    call: create({ startDate: '2098-01-01', endDate: '2098-01-03', partyDate: '2098-01-04' }),
    screen: creating({ partyDate: '2098-01-04' }, 'partyDate'),
  },
  invalid_event_data: {
    call: call(nobody, 'POST', CREATE, []),
    screen: 'Only JSON can be something other than fields.',
  },
  event_exists: {
    call: call(nobody, 'POST', CREATE, ({ party }) => ({
      ...created,
      name: party.names.event,
      organizerName: party.names.organizerName,
    })),
    screen: {
      ...form(nobody, '/create-event', ({ party }) => ({
        ...created,
        name: party.names.event,
        organizerName: party.names.organizerName,
        startDate: '2098-01-01',
        endDate: '2098-01-03',
        intent: 'create',
      })),
      at: 'name',
    },
  },
};
