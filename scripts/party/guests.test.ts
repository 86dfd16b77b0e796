import { expect, it } from 'vitest';
import { labelOf } from './patient-client';
import { eachOf } from './each-of';
import { emailOf, guestNames } from './names';
import { seeded } from './random';

it('guests have names of their own, however many they are', () => {
  const names = guestNames(3000, seeded(1));
  expect(new Set(names).size).toBe(3000);
  expect(names.every((name) => name.length >= 3)).toBe(true);
  expect(guestNames(5, seeded(1))).toEqual(names.slice(0, 5));
});

it('e-mail addresses are plain and different', () => {
  expect(emailOf('Íñigo O’Brien', 0)).toBe('inigo.o.brien.1@example.com');
  expect(emailOf('Zoë', 1)).toMatch(/^[a-z.]+\.2@example\.com$/);
});

it('calls are named without their numbers', () => {
  expect(labelOf('GET', '/api/events/123456789012/top-photos?limit=10')).toBe(
    'GET /api/events/{id}/top-photos',
  );
  expect(labelOf('POST', '/api/photos')).toBe('POST /api/photos');
});

it('eachOf works on so many at a time, and on each once', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await eachOf([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(3);
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
