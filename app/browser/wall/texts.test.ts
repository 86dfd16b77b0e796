import { expect, it } from 'vitest';
import { fill, plural } from './texts';

it('fills values in, whatever they contain', () => {
  expect(fill('{{name}}’s first, {{name}}', { name: '$& {{name}}' })).toBe(
    '$& {{name}}’s first, $& {{name}}',
  );
});

it('counts as each language does', () => {
  const forms = { one: '{{count}} photo', other: '{{count}} photos' };
  expect(['fr', 'en'].map((language) => plural(forms, 0, language))).toEqual([
    '0 photo',
    '0 photos',
  ]);
  expect(plural(forms, 1, 'en')).toBe('1 photo');
});
