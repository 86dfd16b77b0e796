import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WallPhoto } from '~/models/wall/rules';
import { createPlayer } from './player';
import { createRotation, type Slide } from './rotation';

const START = 1_800_000_000_000;

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => vi.useRealTimers());

function photo(id: number, from = START): WallPhoto {
  const size = { width: 1920, height: 1440 };
  return {
    id,
    imageUrl: '',
    ...size,
    caption: null,
    mission: null,
    userName: 'Ann',
    isFirst: false,
    from,
  };
}
const some = (count: number) => Array.from({ length: count }, (_, index) => photo(index + 1));

/** A wall without a page. */
function setUp({
  loads = () => true,
  takes = 0,
}: { loads?: (id: number) => boolean; takes?: number } = {}) {
  const rotation = createRotation(() => 0.5);
  let shown: number[] = [];
  const log: { at: number; ids: number[] }[] = [];
  let isAway = false;
  const player = createPlayer({
    rotation,
    prints: {
      shown: () => shown.filter((id) => rotation.find(id)),
      prepare: async (slide: Slide) => {
        if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
        return slide.map(({ photo: { id } }) => id).filter((id) => !loads(id));
      },
      swap(slide: Slide) {
        shown = slide.map(({ photo: { id } }) => id);
        log.push({ at: Date.now() - START, ids: shown });
      },
    },
    nameOf: (name) => name,
    pairs: () => true,
    isAway: () => isAway,
    onChange: () => undefined,
  });
  const give = (photos: WallPhoto[], more = {}) => {
    rotation.update(photos, Date.now());
    player.update({ paceMs: 8000, isPlaying: photos.length > 0, isPaused: false, ...more });
    return vi.advanceTimersByTimeAsync(0);
  };
  return { player, give, log, rotation, setAway: (now: boolean) => (isAway = now) };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('shows a photo for as long as the pace says', async () => {
  const { give, log } = setUp();
  await give(some(5));
  await pass(24_000);
  expect(log.map(({ at }) => at)).toEqual([0, 8000, 16_000, 24_000]);
});

it('shows a new photo within three seconds, and longer', async () => {
  const { give, log } = setUp();
  await give(some(5));
  await pass(1000);
  await give([...some(5), photo(9, Date.now())]);
  await pass(2000);
  expect(log.at(-1)?.ids).toEqual([9]);
  const { length } = log;
  await pass(10_000);
  expect(log).toHaveLength(length);
  await pass(1000);
  expect(log).toHaveLength(length + 1);
});

it('replaces at once what was taken off, also while paused', async () => {
  const { give, log } = setUp();
  await give(some(3), { isPaused: true });
  const [first] = log.at(-1)?.ids ?? [];
  await pass(60_000);
  expect(log).toHaveLength(1);
  await give(
    some(3).filter(({ id }) => id !== first),
    { isPaused: true },
  );
  expect(log).toHaveLength(2);
});

it('never shows a photo that was taken off while its file was on its way', async () => {
  const { give, log, rotation } = setUp({ takes: 500 });
  await give(some(2));
  await pass(200);
  // The second is loading.
  rotation.update([photo(1)], Date.now());
  await pass(2000);
  expect(log.map(({ ids }) => ids)).toEqual([[1]]);
});

it('goes on and back by hand, and stands still in another programme', async () => {
  const { give, log, player } = setUp();
  await give(some(4));
  player.next();
  await pass(0);
  player.back();
  await pass(0);
  expect(log[2]?.ids).toEqual(log[0]?.ids);
  await give(some(4), { isPlaying: false });
  const { length } = log;
  await pass(60_000);
  expect(log).toHaveLength(length);
});

describe('without files', () => {
  it('passes over a photo whose file does not come', async () => {
    const { give, log } = setUp({ loads: (id) => id !== 3 });
    await give(some(4));
    await pass(80_000);
    expect(log.length).toBeGreaterThan(8);
    expect(log.flatMap(({ ids }) => ids)).not.toContain(3);
  });

  it('goes on without the network with what it has shown', async () => {
    let hasNetwork = true;
    const seen = new Set<number>();
    const { give, log, setAway } = setUp({ loads: (id) => hasNetwork || seen.has(id) });
    await give(some(20));
    await pass(40_000);
    for (const { ids } of log) for (const id of ids) seen.add(id);
    hasNetwork = false;
    setAway(true);
    const { length } = log;
    await pass(80_000);
    expect(log.length - length).toBe(10);
    expect(log.slice(length).every(({ ids }) => ids.every((id) => seen.has(id)))).toBe(true);
  });

  it('waits with what stands if nothing comes, without haste', async () => {
    const { give, log, player } = setUp({ loads: () => false });
    await give(some(3));
    await pass(3_600_000);
    expect(log).toEqual([]);
    expect(player.kept()).toBeLessThanOrEqual(3);
  });
});

it('plays ten hours with 2,000 photos: one timer, bounded memory, no photo left out', async () => {
  const { give, log, player } = setUp();
  const all = some(2000);
  const hour = 3_600_000;
  const kept: number[] = [];
  const timers: number[] = [];
  for (let minutes = 0; minutes < 600; minutes += 5) {
    const due = Math.min(2000, Math.ceil((minutes / 480) * 2000) + 1);
    await give(all.slice(0, due));
    await pass(5 * 60_000);
    kept.push(player.kept());
    timers.push(vi.getTimerCount());
  }
  // Files share a worker: what an earlier one left running may set a timer, too, which is gone at the next look.
  const lasting = timers.slice(1).map((count, index) => Math.min(count, timers[index] ?? 0));
  expect(new Set(lasting)).toEqual(new Set([1]));
  expect(Date.now() - START).toBe(10 * hour);
  expect(new Set(log.flatMap(({ ids }) => ids)).size).toBe(2000);
  expect(Math.max(...kept)).toBeLessThanOrEqual(2000);
});
