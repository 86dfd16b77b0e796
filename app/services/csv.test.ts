import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../tests/csv';
import { csvOf } from './csv.server';

const BOM = '\uFEFF';

describe('a table as CSV', () => {
  test('starts with a byte order mark, and its lines end with CRLF', () => {
    expect(csvOf(['place', 'name'], [[1, 'Amélie']], '.')).toBe(`${BOM}place,name\r\n1,Amélie\r\n`);
    expect(csvOf(['place', 'name'], [], '.')).toBe(`${BOM}place,name\r\n`);
  });

  test.each([
    ['"quoted", comma'],
    ['two\nlines'],
    ['two\r\nlines'],
    ['a\rb'],
    ['"'],
    ['""'],
    ['semi;colon'],
    ['李小龙 محمد 🎉'],
    [''],
    [' spaces '],
  ])('%j survives a round trip', (text) => {
    const rows = [
      [1, text, 'after'],
      [2, 'x', text],
    ];
    for (const [mark, delimiter] of [
      ['.', ','],
      [',', ';'],
    ] as const) {
      expect(parseCsv(csvOf(['a', 'b', 'c'], rows, mark).slice(1), delimiter)).toEqual([
        ['a', 'b', 'c'],
        ['1', text, 'after'],
        ['2', 'x', text],
      ]);
    }
  });

  test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
    'a text that starts with %j is not a formula',
    (sign) => {
      const formula = `${sign}HYPERLINK("https://example.com","a")`;
      expect(parseCsv(csvOf(['name'], [[formula]], '.').slice(1))[1]).toEqual([`'${formula}`]);
    },
  );

  test('numbers stay numbers, even negative ones', () => {
    expect(parseCsv(csvOf(['stars'], [[-3]], '.').slice(1))[1]).toEqual(['-3']);
  });
});

describe('the strict reader', () => {
  test.each([['a,b\n'], ['a,b'], ['a"b\r\n'], ['"a"b\r\n'], ['"a\r\n'], ['a,b\r\nc\r\n']])(
    'refuses the text %j',
    (text) => {
      expect(() => parseCsv(text)).toThrow();
    },
  );
});
