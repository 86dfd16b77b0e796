import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchLoop } from './loop.server';

const block = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('a blocked loop is late while it lasts, and for the requested time after', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let at = 0;
  const loop = watchLoop(() => at);
  const tick = () => vi.advanceTimersByTime(20);
  at += 300;
  expect(loop.lateMs(4000)).toBe(280);
  tick();
  at += 20;
  tick();
  expect(loop.lateMs(4000)).toBe(280);
  expect(loop.lateMs(10)).toBe(0);
});

test('work starts in order of arrival, a little in each turn of the loop', async () => {
  const loop = watchLoop();
  const order: string[] = [];
  const all = ['a', 'b', 'c'].map(
    (name) =>
      new Promise<void>((resolve) =>
        loop.begin(() => {
          order.push(name);
          block(6);
          resolve();
        }),
      ),
  );
  const between = async () => {
    for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve));
    order.push('else');
  };
  await Promise.all([...all, between()]);
  expect(order.filter((name) => name !== 'else')).toEqual(['a', 'b', 'c']);
  expect(order.indexOf('else')).toBeLessThan(3);
});

test('started work continues before new work starts', async () => {
  const loop = watchLoop();
  const order: string[] = [];
  loop.begin(() => order.push('new'));
  await loop.nextTurn().then(() => order.push('begun'));
  await expect.poll(() => order).toEqual(['begun', 'new']);
});

test('nothing starts while connections arrive', async () => {
  const loop = watchLoop();
  let begun = 0;
  let rounds = 0;
  loop.begin(() => (begun = rounds));
  while (rounds < 20) {
    loop.arrived();
    rounds += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => begun).toBe(20);
});

test('waiting work makes the loop late, and is told how long it waited', async () => {
  let at = 0;
  const loop = watchLoop(() => at);
  const waited = new Promise<number>((resolve) => loop.begin(resolve));
  at += 15;
  expect(loop.lateMs(500)).toBe(15);
  expect(await waited).toBe(15);
});

test('work that waited for its turn keeps its request’s context', async () => {
  const loop = watchLoop();
  const requests = new AsyncLocalStorage<number>();
  const seen = await Promise.all(
    [1, 2, 3].map((id) =>
      requests.run(
        id,
        () => new Promise((resolve) => loop.begin(() => resolve(requests.getStore()))),
      ),
    ),
  );
  expect(seen).toEqual([1, 2, 3]);
});
