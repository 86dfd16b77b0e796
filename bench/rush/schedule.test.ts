import { describe, expect, it } from 'vitest';
import { seeded } from '../../scripts/party/random';
import { play, spread } from './schedule';

const people = Array.from({ length: 50 }, (_, index) => `guest ${index}`);

describe('spread', () => {
  const plan = spread(people, { times: 3, windowMs: 3000, random: seeded(1) });

  it('has everybody act so many times', () => {
    expect(plan).toHaveLength(150);
    for (const who of people) expect(plan.filter((act) => act.who === who)).toHaveLength(3);
  });

  it('puts one act into each part of the window, in order', () => {
    expect(plan.map(({ at }) => Math.floor(at / 20))).toEqual(plan.map((_, index) => index));
  });

  it('leaves about a third of the window between the acts of one', () => {
    const own = plan.filter(({ who }) => who === 'guest 7').map(({ at }) => at);
    for (const [index, at] of own.entries()) {
      if (index > 0) expect(Math.abs(at - (own[index - 1] ?? 0) - 1000)).toBeLessThanOrEqual(20);
    }
  });
});

it('lets nobody wait for others, and everybody for themselves', async () => {
  const done: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const plan = ['slow', 'quick', 'slow'].map((who) => ({ at: 0, who }));
  const playing = play(plan, async (who) => {
    if (who === 'slow' && done.length < 1) await held;
    done.push(who);
    if (who === 'quick') release();
  });
  await playing;
  expect(done).toEqual(['quick', 'slow', 'slow']);
});
