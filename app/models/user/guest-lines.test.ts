import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors';
import { decodeList, readGuestLines } from './guest-lines.server';
import { GUEST_LIST_MAX, GUESTS_MAX } from './guest-list';

const people = (text: string) =>
  readGuestLines(text).guests.map(({ name, email }) => [name, email]);
const wrong = (text: string) => readGuestLines(text).errors.map(({ line, code }) => [line, code]);

describe('a list of guests', () => {
  test.each([
    ['a comma', 'Léa Martin, lea@example.com'],
    ['a semicolon', 'Léa Martin;lea@example.com'],
    ['a tab', 'Léa Martin\tlea@example.com'],
    ['the other order', 'lea@example.com,Léa Martin'],
    ['a first and a last name', 'Léa;Martin;lea@example.com'],
    ['the address in the middle', 'Léa,lea@example.com,Martin'],
    ['quotation marks', '"Léa Martin","lea@example.com"'],
    ['a recipient of a mail', 'Léa Martin <lea@example.com>'],
    ['empty cells', ';Léa Martin;;lea@example.com;'],
    ['a byte order mark', '\uFEFFLéa Martin,lea@example.com'],
  ])('reads %s', (_how, line) => {
    expect(people(line)).toEqual([['Léa Martin', 'lea@example.com']]);
  });

  test('a name in quotation marks may contain a comma', () => {
    expect(people('"Martin, Léa";lea@example.com')).toEqual([['Martin, Léa', 'lea@example.com']]);
  });

  test('a quotation mark that is never closed does not affect other lines', () => {
    expect(people('"Léa Martin, lea@example.com\r\nBob Jones, bob@example.com')).toEqual([
      ['"Léa Martin', 'lea@example.com'],
      ['Bob Jones', 'bob@example.com'],
    ]);
  });

  test('a header is skipped, and a first person is not', () => {
    expect(people('Nom;E-mail\nLéa Martin;lea@example.com')).toHaveLength(1);
    expect(wrong('Nom;E-mail\nLéa Martin;lea@example.com')).toEqual([]);
    for (const person of ['Léa Martin', 'Martin, Léa']) {
      expect(wrong(`${person}\nBob Jones, bob@example.com`)).toEqual([[1, 'guest_email']]);
    }
  });

  test('errors give the number of the line, counting empty ones, and its text', () => {
    const text = [
      'Léa Martin, lea@example.com',
      '',
      'nobody',
      'Bo, bo@example.com',
      'Bob Jones, bob@',
      'lea@example.com, bob@example.com',
      `${'x'.repeat(121)}, x@example.com`,
      'Bob \u202eJones, bob@example.com',
    ].join('\r\n');
    expect(readGuestLines(text).errors).toEqual([
      { line: 3, text: 'nobody', code: 'guest_email' },
      { line: 4, text: 'Bo, bo@example.com', code: 'name_min' },
      { line: 5, text: 'Bob Jones, bob@', code: 'email_invalid' },
      {
        line: 6,
        text: 'lea@example.com, bob@example.com',
        code: 'guest_email',
      },
      { line: 7, text: `${'x'.repeat(121)}, x@example.com`, code: 'name_max' },
      { line: 8, text: 'Bob \u202eJones, bob@example.com', code: 'name_invalid' },
    ]);
    expect(people(text)).toEqual([['Léa Martin', 'lea@example.com']]);
  });

  test('an empty list, and one with too many lines, are refused', () => {
    expect(() => readGuestLines(' \n\r\n')).toThrow('guest_list_empty');
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `Guest ${index}, g${index}@example.com`);
    expect(people(lines(GUESTS_MAX).join('\n'))).toHaveLength(GUESTS_MAX);
    expect(() => readGuestLines(lines(GUESTS_MAX + 2).join('\n'))).toThrow('list_too_long');
    expect(() => readGuestLines('x'.repeat(GUEST_LIST_MAX + 1))).toThrow('list_too_long');
  });

  test('any text is read: each of its lines is a person, an error, or a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        try {
          const { guests, errors } = readGuestLines(text);
          const lines = [...guests, ...errors].map(({ line }) => line);
          expect(new Set(lines).size).toBe(lines.length);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});

test.each([
  ['UTF-8', Buffer.from('Léa')],
  ['UTF-16 with a byte order mark', Buffer.from('\uFEFFLéa', 'utf16le')],
  ['western Windows', Buffer.from([0x4c, 0xe9, 0x61])],
])('a file in %s is decoded', (_how, bytes) => {
  expect(decodeList(bytes)).toBe('Léa');
});
