import { expect, test } from 'vitest';
import { namesApart } from './names-apart';

const shortened = (...names: string[]) => names.map(namesApart(names));

test('uses first names if they are unique', () => {
  expect(shortened('Camille Martin', 'Jo Li', 'Rosa')).toEqual(['Camille', 'Jo', 'Rosa']);
});

test('adds an initial if first names are equal, ignoring case', () => {
  expect(shortened('Camille Martin', 'camille Dubois', 'Jo Li')).toEqual([
    'Camille M.',
    'camille D.',
    'Jo',
  ]);
  expect(shortened('Camille', 'Camille Dubois')).toEqual(['Camille', 'Camille D.']);
});

test('uses full names if the initials are equal, too', () => {
  expect(shortened('Camille Martin', 'Camille Moreau', 'Camille Dubois')).toEqual([
    'Camille Martin',
    'Camille Moreau',
    'Camille D.',
  ]);
});

test('adds no initial for two photos of one person', () => {
  expect(shortened('Camille Martin', 'Camille Martin', 'Jo Li')).toEqual([
    'Camille',
    'Camille',
    'Jo',
  ]);
});
