import { expect, it } from 'vitest';
import { namesOnWall } from './names';

it('shows first names, with an initial where two people share one', () => {
  const people = ['Zoé Martin', 'Karim Benali', 'Karim El Idrissi', 'karim', 'Nina'];
  const names = namesOnWall([...people, 'Nina'].map((userName) => ({ userName })));
  expect([...names]).toEqual([
    ['Zoé Martin', 'Zoé'],
    ['Karim Benali', 'Karim B.'],
    ['Karim El Idrissi', 'Karim I.'],
    ['karim', 'karim'],
    ['Nina', 'Nina'],
  ]);
});
