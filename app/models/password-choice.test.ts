import { expect, test } from 'vitest';
import { assertHardToGuess, weaknessOf } from './password-choice.server';

const NAMES = ['Zoé & Karim 2026', 'Zoé Martin', 'zoe_m', 'zoe.lou@example.com', undefined];
const why = (password: string) => weaknessOf({ password, names: NAMES });

test.each(['123456', 'Password1', 'AZERTY', 'iloveyou', 'motdepasse', 'hallo123', 'wachtwoord'])(
  'what everybody tries is refused: %s',
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
])('what others know of the organizer is refused: %s', async (password) => {
  expect(await why(password)).toBe('password_names');
});

test.each([
  'open sesame',
  'karim dances badly',
  '27-umbrellas',
  '2026-06-15',
  'no-one-knows',
  '!?!?!?',
])('anything else is good: %s', async (password) => {
  expect(await why(password)).toBeNull();
});

test('the refusal stands at the field', async () => {
  const choice = { password: 'QWERTY', names: [], field: 'organizerPassword' };
  await expect(assertHardToGuess(choice)).rejects.toMatchObject({
    code: 'password_common',
    field: 'organizerPassword',
    status: 400,
  });
});
