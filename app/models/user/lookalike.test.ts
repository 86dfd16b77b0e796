import { describe, expect, it } from 'vitest';
import { plainName, slipsBetween } from './lookalike';

type Person = [name: string, email: string];

const slips = ([name, email]: Person, [knownName, knownEmail]: Person) =>
  slipsBetween({ name, email }, { name: knownName, email: knownEmail });

const CAMILLE: Person = ['Camille Martin', 'camille.martin@example.com'];
const mail = 'vogel@example.com';

describe('the same person with a typo', () => {
  it.each<[string, string, number]>([
    ['Camille Martin', 'camile.martin@example.com', 1],
    ['Camille Martin', 'camille.martin@exmaple.com', 1],
    ['Camille Martin', 'camille.martin@example.co', 1],
    ['Camille Martin', 'Camile.Matrin@example.com', 2],
    [' camille  MARTIN ', 'camillemartin@example.com', 1],
    ['Camille-Martin', 'camille.martin@example.comm', 1],
  ])('in the address: %s, %s', (name, email, count) => {
    expect(slips([name, email], CAMILLE)).toBe(count);
    expect(slips(CAMILLE, [name, email])).toBe(count);
  });

  it.each<[string, string]>([
    ['Camile Martin', 'Camille Martin'],
    ['Camille', 'Camille Martin'],
    ['Camille M.', 'Camille Martin'],
    ['Martin, Camille', 'Camille Martin'],
    ['Zoe Muller', 'Zoé Müller'],
    ['Ana Vogel', 'Anna Vogel'],
    ['Camlile', 'Camille'],
    ['Йоан Петров', 'Иоан Петров'],
  ])('in the name: %s, %s', (name, known) => {
    expect(slips([name, mail], [known, ' Vogel@Example.com'])).toBe(0);
    expect(slips([known, mail], [name, mail])).toBe(0);
  });

  it('accents are no typo if the address is similar', () => {
    expect(slips(['Zoe', 'zoe.b@example.com'], ['Zoé', 'zoe.d@example.com'])).toBe(1);
  });
});

describe('two different people', () => {
  it.each<[string, Person, Person]>([
    ['a common name', ['Anna', 'anna.k@example.com'], ['Anna', 'a.schulz@example.com']],
    ['a namesake elsewhere', ['Nina Vogel', 'nina@gmx.de'], ['Nina Vogel', 'nina@web.de']],
    ['three slips', ['Nina Vogel', 'nnia.vgoel@gx.de'], ['Nina Vogel', 'nina.vogel@gmx.de']],
    ['short addresses', ['Anna', 'a.b@gmx.de'], ['Anna', 'c.d@gmx.de']],
    ['numbered addresses', ['Nina Vogel', 'nina-17@b.io'], ['Nina Weber', 'nina-18@b.io']],
    ['a first name in common', ['Nina', 'nina-17@b.io'], ['Nina Weber', 'nina-18@b.io']],
    ['a slip in both', ['Hanna Berg', 'hanna.berg@gmx.de'], ['Anna Berg', 'anna.berg@gmx.de']],
    ['no name at all', ['🎈🎈🎈', 'a1@example.com'], ['🎉🎉🎉', 'a2@example.com']],
  ])('%s', (_what, one, other) => {
    expect(slips(one, other)).toBeNull();
    expect(slips(other, one)).toBeNull();
  });

  it.each<[string, string]>([
    ['Tim Vogel', 'Tom Vogel'],
    ['Lea Vogel', 'Leo Vogel'],
    ['Nina Vogel', 'Paul Vogel'],
    ['Gast 1', 'Gast 2'],
    ['Table 1', 'Table 12'],
    ['राम', 'रीमा'],
    ['🎈🎈🎈', '🎉🎉🎉'],
  ])('of one address: %s, %s', (name, other) => {
    expect(slips([name, mail], [other, mail])).toBeNull();
    expect(slips([other, mail], [name, mail])).toBeNull();
  });
});

it('similar names share one count of guesses', () => {
  for (const name of ['Zoé  MÜLLER', 'zoe-muller', ' Zoe Müller. ']) {
    expect(plainName(name)).toBe('zoe muller');
  }
  expect(plainName('Gast 1')).not.toBe(plainName('Gast 2'));
  expect(plainName('🎈🎈🎈')).toBe('🎈🎈🎈');
});
