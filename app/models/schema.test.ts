import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { eventTextsOf } from './event/rules';
import {
  createEventCallSchema,
  createEventFormSchema,
  joinFormSchema,
  maxUsersSchema,
} from './event/schema';
import { parseValues } from './fields.schema';
import { favoriteSchema, photoDataField } from './photo/schema';
import {
  adminCredentialsFormSchema,
  adminCredentialsSchema,
  loginCallSchema,
  loginFormSchema,
  personSchema,
  registerCallSchema,
} from './user/schema';

/** The error that values cause: its code and field. */
function refusalOf(schema: z.ZodType, values: unknown): [string, string?] | null {
  try {
    parseValues(schema, values);
    return null;
  } catch (error) {
    const { code, field } = error as { code: string; field?: string };
    return field === undefined ? [code] : [code, field];
  }
}

const PERSON = { name: '  Zoë ', email: ' zoe@example.com ' };

describe('create event', () => {
  const schema = createEventFormSchema('Europe/Paris', '2026-06-20');
  const form = {
    name: ' Summer party ',
    organizerName: 'Ada',
    organizerEmail: 'ada@example.com',
    organizerUsername: '',
    organizerPassword: 'auto_generated',
    description: ' Best photos wanted ',
    startDate: '2026-06-15',
    endDate: '2026-06-22T22:30:00.000Z',
  };

  test('trims values, parses days, drops values that were not chosen', () => {
    expect(parseValues(schema, form)).toEqual({
      name: 'Summer party',
      organizerName: 'Ada',
      organizerEmail: 'ada@example.com',
      ...eventTextsOf(form),
      startDate: '2026-06-15',
      endDate: '2026-06-23',
    });
  });

  test.each([
    ['name', 'ab', 'event_name_min'],
    ['name', undefined, 'event_name_min'],
    ['name', 'x'.repeat(121), 'name_max'],
    ['name', 'a\0bc', 'name_invalid'],
    ['organizerName', 'A ', 'organizer_name_min'],
    ['organizerEmail', 'ada@', 'organizer_email_invalid'],
    ['organizerEmail', undefined, 'organizer_email_invalid'],
    ['organizerUsername', 'ab', 'username_min'],
    ['organizerUsername', 'x'.repeat(31), 'username_max'],
    ['organizerPassword', 'short', 'password_min'],
    ['description', ' ', 'description_required'],
    ['description', undefined, 'description_required'],
    ['startDate', undefined, 'start_date_required'],
    ['startDate', 'soon', 'start_date_required'],
    ['endDate', undefined, 'end_date_required'],
    ['endDate', '2026-06-14', 'end_before_start'],
    ['endDate', '2026-06-19', 'day_past'],
    ['partyDate', 'soon', 'day_invalid'],
    ['partyDate', '2026-06-14', 'party_date_outside'],
    ['partyDate', '2026-06-24', 'party_date_outside'],
  ])('%s %j gives %s', (field, value, code) => {
    expect(refusalOf(schema, { ...form, [field]: value })).toEqual([code, field]);
  });

  test('an API call may leave out values that have a default', () => {
    const call = createEventCallSchema('Europe/Paris', '2026-06-15');
    const { name, organizerName, organizerEmail } = form;
    expect(parseValues(call, { name, organizerName, organizerEmail })).toEqual({
      ...eventTextsOf({}),
      // Its caller gives it a default in the reader's language.
      description: undefined,
      name: 'Summer party',
      organizerName,
      organizerEmail,
    });
    expect(refusalOf(call, ['x'])).toEqual(['invalid_event_data']);
  });

  test('an API call cannot create an event that is over, either', () => {
    const call = createEventCallSchema('Europe/Paris', '2026-06-15');
    const over = ['day_past', 'endDate'];
    expect(refusalOf(call, { ...form, startDate: '2026-06-01', endDate: '2026-06-14' })).toEqual(
      over,
    );
    expect(refusalOf(call, { ...form, startDate: '2026-06-01', endDate: '2026-06-15' })).toBeNull();
    const open = { ...form, endDate: undefined };
    expect(refusalOf(call, { ...open, startDate: '2026-06-07' })).toEqual(over);
    expect(refusalOf(call, { ...open, startDate: '2026-06-08' })).toBeNull();
  });
});

describe('people', () => {
  test('name and e-mail are trimmed', () => {
    expect(parseValues(loginFormSchema, { ...PERSON, consent: 'on' })).toEqual({
      name: 'Zoë',
      email: 'zoe@example.com',
      consent: 'on',
    });
  });

  test.each([
    [{ name: 'Zo' }, ['name_min', 'name']],
    [{ email: 'zoe' }, ['email_invalid', 'email']],
    [{ consent: undefined }, ['consent_required', 'consent']],
  ])('%j is refused', (change, refusal) => {
    expect(refusalOf(loginFormSchema, { ...PERSON, consent: 'on', ...change })).toEqual(refusal);
  });

  test('registration checks username and password if they are sent', () => {
    expect(refusalOf(registerCallSchema, PERSON)).toBeNull();
    expect(refusalOf(registerCallSchema, { ...PERSON, username: 'ab' })?.[0]).toBe('username_min');
    expect(refusalOf(registerCallSchema, { ...PERSON, password: '12345' })?.[0]).toBe(
      'password_min',
    );
  });

  test('the login call accepts empty names, which the model checks', () => {
    expect(parseValues(loginCallSchema, {})).toEqual({
      name: '',
      email: '',
      event: '',
      organizerName: '',
    });
  });

  test('the login call refuses names that are too short', () => {
    const names = { event: 'abc', organizerName: 'def' };
    expect(refusalOf(loginCallSchema, names)).toBeNull();
    expect(refusalOf(loginCallSchema, { ...names, event: ' ab ' })).toEqual([
      'event_name_min',
      'event',
    ]);
    expect(refusalOf(loginCallSchema, { ...names, organizerName: 'de' })).toEqual([
      'organizer_name_min',
      'organizerName',
    ]);
  });

  test('an empty registration gives one error', () => {
    for (const body of [{}, { name: ' ', email: '', event: ' ' }]) {
      expect(refusalOf(registerCallSchema, body)).toEqual(['all_fields_required']);
    }
    expect(refusalOf(registerCallSchema, { name: 'Zo' })?.[0]).toBe('name_min');
  });

  test('the join form', () => {
    expect(refusalOf(joinFormSchema, { event: 'ab', organizerName: 'A' })?.[0]).toBe(
      'event_name_min',
    );
    expect(refusalOf(joinFormSchema, { event: 'abc', organizerName: ' ' })?.[0]).toBe(
      'organizer_name_required',
    );
    expect(refusalOf(joinFormSchema, { event: 'abc', organizerName: 'A' })).toBeNull();
  });
});

describe('names', () => {
  const event = {
    name: 'Summer party',
    organizerName: 'Ada',
    organizerEmail: 'ada@example.com',
    organizerUsername: 'ada',
    description: 'Best photos wanted',
    startDate: '2026-06-15',
    endDate: '2026-06-22',
  };
  const person = { name: 'Zoë', email: 'zoe@example.com', username: 'zoe', consent: 'on' };
  const admin = { username: 'admin' };
  const createForm = createEventFormSchema('Europe/Paris', '2026-06-15');
  const createCall = createEventCallSchema('Europe/Paris', '2026-06-15');
  const fields: [string, string, z.ZodType, Record<string, string>][] = [
    ['create-event form', 'name', createForm, event],
    ['create-event form', 'organizerName', createForm, event],
    ['create-event form', 'organizerUsername', createForm, event],
    ['create-event call', 'name', createCall, event],
    ['create-event call', 'organizerName', createCall, event],
    ['create-event call', 'organizerUsername', createCall, event],
    ['register', 'name', registerCallSchema, person],
    ['register', 'username', registerCallSchema, person],
    ['login dialog', 'name', loginFormSchema, person],
    ['details', 'name', personSchema, person],
    ['administrator', 'username', adminCredentialsSchema, admin],
    ['administrator’s form', 'username', adminCredentialsFormSchema, admin],
  ];
  // Line breaks, other control characters, and bidirectional controls, as code points.
  const unseen = [
    0x00, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x85, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a,
    0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
  ];

  test.each(fields)('%s: %s refuses invisible characters', (...args) => {
    const [, field, schema, values] = args;
    const refusals = unseen.map((point) => [
      point.toString(16),
      refusalOf(schema, { ...values, [field]: `Jo${String.fromCodePoint(point)}Li` }),
    ]);
    expect(refusals).toEqual(unseen.map((point) => [point.toString(16), ['name_invalid', field]]));
  });

  test.each(fields)('%s: %s accepts every script, and emoji of several parts', (...args) => {
    const [, field, schema, values] = args;
    // The family emoji joins three characters; the Persian word has a zero-width non-joiner.
    for (const name of [
      'Jo Li',
      'دیوان\u200cخانه 2',
      '12 דנה',
      '👨\u200d👩\u200d👧 Li',
      'Zoë ❤️',
    ]) {
      expect([name, refusalOf(schema, { ...values, [field]: name })]).toEqual([name, null]);
    }
    expect(refusalOf(schema, { ...values, [field]: ' \t Jo Li\r\n' })).toBeNull();
  });

  test('names that are only compared are not checked', () => {
    const names = { event: 'a\u202eb', organizerName: 'c\u202ed' };
    expect(refusalOf(joinFormSchema, names)).toBeNull();
    expect(refusalOf(loginCallSchema, names)).toBeNull();
  });
});

test('the number of participants is a whole number from 1', () => {
  expect(parseValues(maxUsersSchema, { maxUsers: '25' })).toEqual({ maxUsers: 25 });
  for (const maxUsers of [0, -1, 1.5, '', 'x', null, true, [], undefined]) {
    expect(refusalOf(maxUsersSchema, { maxUsers })).toEqual(['max_users_invalid', 'maxUsers']);
  }
  // More than the column can store.
  expect(refusalOf(maxUsersSchema, { maxUsers: 3e9 })).toEqual(['max_users_max', 'maxUsers']);
});

test('the data of a photo is JSON', () => {
  const data = { userId: 7, eventId: 123456789012, position: 1, imageUrl: '' };
  expect(parseValues(photoDataField, JSON.stringify(data))).toEqual({
    userId: 7,
    eventId: 123456789012,
    position: 1,
  });
  for (const broken of [undefined, '', '{', 'null', '{}']) {
    expect(refusalOf(photoDataField, broken)?.[0]).toBe('invalid_request');
  }
  expect(refusalOf(photoDataField, JSON.stringify({ ...data, position: 0 }))?.[0]).toBe(
    'slot_unknown',
  );
  expect(refusalOf(favoriteSchema, { userId: 1 })?.[0]).toBe('invalid_request');
});
