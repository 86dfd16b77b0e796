import { expect, test } from 'vitest';
import { matchTables, readTableNames } from './rules';

const before = [
  { id: 7, number: 1, name: 'Roses' },
  { id: 8, number: 2, name: 'Mint' },
  { id: 9, number: 3, name: 'Sage' },
];
const idsOf = (names: string[]) => matchTables(before, names).map(({ id }) => id);

test('a table keeps its people when it moves, is renamed, or another one is removed', () => {
  expect(idsOf(['Sage', 'roses', 'Mint'])).toEqual([9, 7, 8]);
  expect(idsOf(['Roses', 'Lavender', 'Sage'])).toEqual([7, 8, 9]);
  expect(idsOf(['Roses', 'Sage'])).toEqual([7, 9]);
  expect(idsOf(['Thyme', 'Roses', 'Mint', 'Sage'])).toEqual([null, 7, 8, 9]);
  expect(idsOf(['Mint', 'Lilac'])).toEqual([8, null]);
  expect(matchTables([], ['Roses'])).toEqual([{ id: null, number: 1, name: 'Roses' }]);
});

test('tables are typed by line, or counted', () => {
  expect(readTableNames(' Roses \r\n\r\nMint\n')).toEqual(['Roses', 'Mint']);
  expect(readTableNames('3')).toEqual(['1', '2', '3']);
  expect(readTableNames('7\n9')).toEqual(['7', '9']);
  expect(readTableNames('0')).toEqual(['0']);
  expect(readTableNames(' \n')).toEqual([]);
});
