import { setTimeout as sleep } from 'node:timers/promises';
import { shuffle, type Random } from '../../tests/setup/random';

/** An action and its time, in ms from the start. */
export interface Planned<T> {
  at: number;
  who: T;
}

/**
 * Spreads everybody's actions over a window: one action in each equal part of it, at a random moment of that
 * part. A person's actions have the same order in each part, so they are never close together.
 * @param windowMs the length of the window
 * @returns the actions, the earliest first
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
 * Starts each action at its moment, whether or not earlier ones are done, because guests do not wait for each
 * other. One person's actions wait for their own.
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
