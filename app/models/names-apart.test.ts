import { expect, test } from 'vitest';
import { namesApart } from './names-apart';

const shortened = (...names: string[]) => names.map(namesApart(names));

test('first names alone, while they tell people apart', () => {
  expect(shortened('Camille Martin', 'Jo Li', 'Rosa')).toEqual(['Camille', 'Jo', 'Rosa']);
});

test('two of the same first name get an initial, however they write it', () => {
  expect(shortened('Camille Martin', 'camille Dubois', 'Jo Li')).toEqual([
    'Camille M.',
    'camille D.',
    'Jo',
  ]);
  expect(shortened('Camille', 'Camille Dubois')).toEqual(['Camille', 'Camille D.']);
});

test('those who share the initial, too, get their whole names', () => {
  expect(shortened('Camille Martin', 'Camille Moreau', 'Camille Dubois')).toEqual([
    'Camille Martin',
    'Camille Moreau',
    'Camille D.',
  ]);
});

test('two photos of one person need no initial', () => {
  expect(shortened('Camille Martin', 'Camille Martin', 'Jo Li')).toEqual([
    'Camille',
    'Camille',
    'Jo',
  ]);
});
