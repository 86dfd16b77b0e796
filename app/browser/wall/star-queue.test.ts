import { expect, it } from 'vitest';
import { createStarQueue } from './star-queue';

it('lets each star fall once, at most one a second, on prints that are seen', () => {
  const queue = createStarQueue();
  const stars = [
    { id: 'a', photoId: 1 },
    { id: 'b', photoId: 1 },
    { id: 'c', photoId: 2 },
  ];
  queue.update(stars, 0);
  expect(queue.take([1], 0)?.id).toBe('a');
  expect(queue.take([1], 999)).toBeNull();
  expect(queue.take([1], 1000)?.id).toBe('b');
  expect(queue.take([1], 2000)).toBeNull();
  queue.update(stars, 3000);
  expect(queue.take([1, 2], 3000)?.id).toBe('c');
  queue.update([], 4000);
  queue.update(stars, 5000);
  expect(queue.take([1, 2], 5000)).toBeNull();
});

it('lets nothing fall that the last state does not list', () => {
  const queue = createStarQueue();
  queue.update([{ id: 'a', photoId: 1 }], 0);
  queue.update([], 1000);
  expect(queue.take([1], 1000)).toBeNull();
});

it('forgets what cannot come again', () => {
  const queue = createStarQueue();
  for (let second = 0; second < 36_000; second += 1) {
    const now = second * 1000;
    queue.update([{ id: String(second), photoId: 1 }], now);
    queue.take([1], now);
  }
  expect(queue.kept()).toBeLessThan(400);
});
