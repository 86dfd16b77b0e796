import { expect, test } from 'vitest';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { borrowPglite } from '../tests/setup/databases';
import { createTestEvent, createTestUser } from '../tests/factories';
import { describeFailure, failureText } from './log.server';

async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

test('a database error is logged without the values of its statement', async () => {
  const { db, close } = await borrowPglite();
  try {
    const { event } = await createTestEvent(db);
    const person = {
      name: 'Zebedee Quill',
      email: 'zebedee@example.com',
      passwordHash: 'scrypt$x',
    };
    await createTestUser(db, event.id, person);
    const twice = await failureOf(createTestUser(db, event.id, person));
    expect(twice).toBeInstanceOf(DrizzleQueryError);
    const other = await failureOf(db.execute(sql`select ${'zebedee@example.com'}::int`));
    for (const error of [twice, new Error('a call failed', { cause: twice })]) {
      const failure = describeFailure(error);
      expect(JSON.stringify(failure)).not.toMatch(/zebedee|scrypt/i);
      expect(JSON.stringify(failure)).toContain('users_event_name_email_unique');
      expect(failure.stack).toMatch(/^\s+at /);
      expect(failureText(error)).not.toMatch(/zebedee/i);
    }
    expect(JSON.stringify(describeFailure(other))).not.toMatch(/zebedee/i);
  } finally {
    await close();
  }
});

test('lines of a message that look like stack frames, and e-mail addresses in errors, are left out', () => {
  const text =
    'refused\n    at zebedee\n    at zebedee\n    at zebedee\n    at zebedee\n    at zebedee';
  expect(describeFailure(new Error(text)).stack).not.toContain('zebedee');
  const rejected = new Error('550 5.1.1 <zebedee@example.com>: no such user');
  expect(describeFailure(rejected).message).toBe('550 5.1.1 <…@…>: no such user');
});

test('values that are not errors, and endless causes, are described as well', () => {
  expect(describeFailure('full')).toEqual({ type: 'string', message: 'full' });
  const ring = new Error('again');
  ring.cause = ring;
  expect(describeFailure(ring)).toMatchObject({ message: 'again', cause: { message: 'again' } });
});
