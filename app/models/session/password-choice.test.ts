import { expect, test } from 'vitest';
import { assertHardToGuess, weaknessOf } from './password-choice.server';

const NAMES = ['Zoé & Karim 2026', 'Zoé Martin', 'zoe_m', 'zoe.lou@example.com', undefined];
const why = (password: string) => weaknessOf({ password, names: NAMES });

test.each(['123456', 'Password1', 'AZERTY', 'iloveyou', 'motdepasse', 'hallo123', 'wachtwoord'])(
  'common passwords are refused: %s',
  async (password) => {
    expect(await why(password)).toBe('password_common');
  },
);

test.each([
  'Zoé & Karim 2026',
  'zoekarim2026',
  'ZOE-KARIM-27',
  'zoemartin',
  '1Karim1',
  'martin1987',
  'zoe.lou',
  'Snapodium!',
])('passwords made of what others know about the organizer are refused: %s', async (password) => {
  expect(await why(password)).toBe('password_names');
});

test.each([
  'open sesame',
  'karim dances badly',
  '27-umbrellas',
  '2026-06-15',
  'no-one-knows',
  '!?!?!?',
])('other passwords are accepted: %s', async (password) => {
  expect(await why(password)).toBeNull();
});

test('the error names the field', async () => {
  const choice = { password: 'QWERTY', names: [], field: 'organizerPassword' };
  await expect(assertHardToGuess(choice)).rejects.toMatchObject({
    code: 'password_common',
    field: 'organizerPassword',
    status: 400,
  });
});
