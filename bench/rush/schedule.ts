import { setTimeout as sleep } from 'node:timers/promises';
import { shuffle, type Random } from '../../tests/setup/random';

/** What somebody does at a moment, in milliseconds from the beginning. */
export interface Planned<T> {
  at: number;
  who: T;
}

/**
 * Spreads what everybody does over a window: one act in each equal part of it, at any moment of that
 * part. Whoever acts several times does so in the same order each time, so nobody's acts lie close together.
 * @param windowMs how long the window is
 * @returns the acts, the earliest first
 */
export function spread<T>(
  people: readonly T[],
  { times, windowMs, random }: { times: number; windowMs: number; random: Random },
): Planned<T>[] {
  const order = shuffle(people, random);
  const part = windowMs / (order.length * times);
  return Array.from({ length: times }, () => order)
    .flat()
    .map((who, index) => ({ at: (index + random()) * part, who }));
}

/**
 * Begins each act at its moment, whether or not the ones before it are done: guests don't wait for each
 * other. One person's acts wait for their own.
 * @returns once all are done
 */
export async function play<T>(
  plan: readonly Planned<T>[],
  act: (who: T) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  const busy = new Map<T, Promise<void>>();
  for (const { at, who } of plan) {
    const wait = start + at - performance.now();
    if (wait > 1) await sleep(wait);
    const before = busy.get(who) ?? Promise.resolve();
    busy.set(
      who,
      before.then(() => act(who)),
    );
  }
  await Promise.all(busy.values());
}
