import { expect, test } from 'vitest';
import { emailKey, firstName, initials, shortName, usernameFrom } from './rules';

test('a username is made from a name', () => {
  expect(usernameFrom('  Zoë  van  Dyk ')).toBe('zoë_van_dyk');
  expect(usernameFrom('x'.repeat(40))).toHaveLength(30);
});

test('e-mail addresses are compared trimmed and in lower case', () => {
  expect(emailKey('  Zoe@Example.COM ')).toBe('zoe@example.com');
});

test('initials are those of the first and the last word', () => {
  expect(['Zoë van Dyk', 'cher', '🎈 party', ''].map(initials)).toEqual(['ZD', 'C', '🎈P', '']);
  expect(['👨‍👩‍👧 Blum', '🇫🇷 Léa', 'é́mile'].map(initials)).toEqual(['👨‍👩‍👧B', '🇫🇷L', 'É́']);
});

test('the first name is the first word', () => {
  expect(firstName('  Zoë van Dyk')).toBe('Zoë');
});

test('a short name is the first word and the last word’s initial', () => {
  const short = ['  Zoë van Dyk', 'cher', 'Camille Martin (DJ)', 'Léa 🎈', '', '山田 太郎'].map(
    shortName,
  );
  expect(short).toEqual(['Zoë D.', 'cher', 'Camille M.', 'Léa', '', '山田 太.']);
});
