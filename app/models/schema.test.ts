import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  createEventCallSchema,
  createEventFormSchema,
  createEventPayload,
  joinFormSchema,
  maxUsersSchema,
} from './event.schema';
import { parseValues } from './fields.schema';
import { favoriteSchema, photoDataField } from './photo.schema';
import { loginCallSchema, loginFormSchema, registerCallSchema } from './user.schema';

/** The refusal of values: its code and field. */
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
    description: 'Best photos wanted',
    startDate: '2026-06-15',
    endDate: '2026-06-22T22:30:00.000Z',
  };

  test('values are trimmed, days read, what was not chosen left out', () => {
    expect(parseValues(schema, form)).toEqual({
      name: 'Summer party',
      organizerName: 'Ada',
      organizerEmail: 'ada@example.com',
      description: 'Best photos wanted',
      startDate: '2026-06-15',
      endDate: '2026-06-23',
    });
  });

  test.each([
    ['name', 'ab', 'event_name_min'],
    ['name', undefined, 'event_name_min'],
    ['name', 'x'.repeat(121), 'name_max'],
    ['name', 'a\0bc', 'event_name_min'],
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
    ['endDate', '2026-06-19', 'end_in_past'],
  ])('%s %j gives %s', (field, value, code) => {
    expect(refusalOf(schema, { ...form, [field]: value })).toEqual([code, field]);
  });

  test('a call may leave out what has a default', () => {
    const call = createEventCallSchema('Europe/Paris', 'Welcome');
    const { name, organizerName, organizerEmail } = form;
    expect(parseValues(call, { name, organizerName, organizerEmail })).toEqual({
      name: 'Summer party',
      organizerName,
      organizerEmail,
      description: 'Welcome',
    });
    expect(refusalOf(createEventPayload, ['x'])).toEqual(['invalid_event_data']);
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

  test('registering checks username and password where they are sent', () => {
    expect(refusalOf(registerCallSchema, PERSON)).toBeNull();
    expect(refusalOf(registerCallSchema, { ...PERSON, username: 'ab' })?.[0]).toBe('username_min');
    expect(refusalOf(registerCallSchema, { ...PERSON, password: '12345' })?.[0]).toBe(
      'password_min',
    );
  });

  test('the login call leaves empty names to the model', () => {
    expect(parseValues(loginCallSchema, {})).toEqual({
      name: '',
      email: '',
      event: '',
      organizerName: '',
    });
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

test('participants are a whole number from 1', () => {
  expect(parseValues(maxUsersSchema, { maxUsers: '25' })).toEqual({ maxUsers: 25 });
  for (const maxUsers of [0, -1, 1.5, '', 'x', null, true, [], undefined]) {
    expect(refusalOf(maxUsersSchema, { maxUsers })).toEqual(['max_users_invalid', 'maxUsers']);
  }
  // More than the database could hold.
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
