import { describe, expect, it } from 'vitest';
import type { WallPhoto } from '~/models/wall/rules';
import { createRotation, type Choice, type Slide } from './rotation';

const START = 1_800_000_000_000;
const choice: Choice = { pairs: true, isWithinReach: () => true };
const alone: Choice = { ...choice, pairs: false };

function photo(id: number, more: Partial<WallPhoto> = {}): WallPhoto {
  return {
    id,
    imageUrl: `/media/1/${id}.webp`,
    width: 1440,
    height: 1920,
    caption: null,
    mission: null,
    userName: `Guest ${id}`,
    isFirst: false,
    from: START,
    ...more,
  };
}
const landscape = { width: 1920, height: 1440 };
const idsOf = (slide: Slide | null) => slide?.map(({ photo: { id } }) => id) ?? [];
const some = (count: number, more: Partial<WallPhoto> = {}) =>
  Array.from({ length: count }, (_, index) => photo(index + 1, more));

/** Pseudorandom numbers that are the same in each run. */
function chance(seed = 7): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

describe('the shuffle', () => {
  it('shows nothing without photos', () => {
    expect(createRotation().next(choice)).toBeNull();
  });

  it('shows each photo before any comes twice, round after round', () => {
    const rotation = createRotation(chance());
    rotation.update(some(50, landscape), START);
    for (let round = 0; round < 5; round += 1) {
      const shown = Array.from({ length: 50 }, () => idsOf(rotation.next(choice))).flat();
      expect(new Set(shown).size).toBe(50);
    }
  });

  it('shows each portrait before any comes twice, in pairs', () => {
    const rotation = createRotation(chance());
    rotation.update(some(51), START);
    const slides = Array.from({ length: 26 }, () => idsOf(rotation.next(choice)));
    expect(slides.filter((ids) => ids.length === 2)).toHaveLength(25);
    expect(new Set(slides.flat()).size).toBe(51);
  });

  it('puts no landscape beside another print, and no pair on a portrait screen', () => {
    const rotation = createRotation(chance());
    rotation.update([...some(20), photo(21, landscape), photo(22, landscape)], START);
    for (let turn = 0; turn < 40; turn += 1) {
      const slide = rotation.next(choice) ?? [];
      if (slide.some(({ photo: { id } }) => id > 20)) expect(slide).toHaveLength(1);
    }
    for (let turn = 0; turn < 40; turn += 1) expect(rotation.next(alone)).toHaveLength(1);
  });

  it('does not begin a round with what ended the last one', () => {
    const rotation = createRotation(chance(3));
    rotation.update(some(20, landscape), START);
    const shown = Array.from({ length: 400 }, () => idsOf(rotation.next(choice))[0]);
    shown.forEach((id, index) => expect(shown.slice(index + 1, index + 5)).not.toContain(id));
  });
});

describe('new photos', () => {
  it('come first, in the order in which they came, and then join the shuffle', () => {
    const rotation = createRotation(chance());
    rotation.update(some(10, landscape), START);
    rotation.next(choice);
    const fresh = [photo(30, landscape), photo(20, landscape)].map((one) => ({
      ...one,
      from: START + 5000,
    }));
    rotation.update([...some(10, landscape), ...fresh], START + 6000);
    expect(rotation.waiting()).toBe(2);
    const [first, second] = [rotation.next(choice), rotation.next(choice)];
    expect([idsOf(first), idsOf(second)]).toEqual([[30], [20]]);
    expect([first?.[0]?.isNew, second?.[0]?.isNew]).toEqual([true, true]);
    // The rest of the round has neither of them, the next has both.
    const rest = Array.from({ length: 9 }, () => idsOf(rotation.next(choice))[0]);
    expect(rest).not.toContain(30);
    const round = Array.from({ length: 12 }, () => idsOf(rotation.next(choice))[0]);
    expect(new Set(round).size).toBe(12);
  });

  it('stand beside the next new portrait, else beside an older one', () => {
    const rotation = createRotation(chance());
    rotation.update(some(4), START);
    const fresh = [5, 6, 7].map((id) => photo(id, { from: START + 1000 }));
    rotation.update([...some(4), ...fresh], START + 2000);
    expect(idsOf(rotation.next(choice))).toEqual([5, 6]);
    const second = rotation.next(choice);
    expect(second?.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(idsOf(second)[0]).toBe(7);
  });

  it('stand alone if they are somebody’s first, once', () => {
    const rotation = createRotation(chance());
    rotation.update(some(4), START);
    const first = photo(5, { from: START + 1000, isFirst: true });
    const other = photo(6, { from: START + 1000 });
    rotation.update([...some(4), other, first], START + 2000);
    // The one before it does not get it as a partner.
    expect(idsOf(rotation.next(choice))).not.toContain(5);
    expect(idsOf(rotation.next(choice))).toEqual([5]);
    // If it is taken off and put back, it is not greeted again.
    rotation.update(some(4), START + 3000);
    rotation.update([...some(4), first], START + 4000);
    expect(rotation.waiting()).toBe(0);
  });

  it('are those since the last state, also after an hour without a network', () => {
    const rotation = createRotation(chance());
    rotation.update(some(2), START);
    const hour = 3_600_000;
    const missed = photo(3, { from: START + hour / 2 });
    const putBack = photo(4, { from: START - hour });
    rotation.update([...some(2), missed, putBack], START + hour);
    expect(rotation.waiting()).toBe(1);
  });
});

it('shows no photo that has gone, and has the others’ latest captions', () => {
  const rotation = createRotation(chance());
  rotation.update(some(3, landscape), START);
  rotation.next(choice);
  rotation.update([photo(2, { ...landscape, caption: 'Cheers' })], START + 1000);
  expect(rotation.find(1)).toBeUndefined();
  for (let turn = 0; turn < 4; turn += 1) {
    expect(rotation.next(choice)).toEqual([
      { photo: expect.objectContaining({ id: 2, caption: 'Cheers' }), isNew: false },
    ]);
  }
});

it('goes back and on again, and passes over what has gone', () => {
  const rotation = createRotation(chance());
  rotation.update(some(10, landscape), START);
  const slides = Array.from({ length: 4 }, () => idsOf(rotation.next(choice)));
  expect(idsOf(rotation.back())).toEqual(slides[2]);
  expect(idsOf(rotation.back())).toEqual(slides[1]);
  expect(idsOf(rotation.next(choice))).toEqual(slides[2]);
  const gone = slides[1]?.[0];
  rotation.update(
    some(10, landscape).filter(({ id }) => id !== gone),
    START + 1000,
  );
  expect(idsOf(rotation.back())).toEqual(slides[0]);
  expect(rotation.back()).toBeNull();
});

it('goes on with what is within reach while the network is away', () => {
  const rotation = createRotation(chance());
  rotation.update(some(30, landscape), START);
  const reach = { pairs: true, isWithinReach: (id: number) => id <= 3 };
  const shown = Array.from({ length: 60 }, () => idsOf(rotation.next(reach))).flat();
  expect([...new Set(shown)].sort()).toEqual([1, 2, 3]);
  // In turn, not one of them again and again.
  expect(shown.filter((id) => id === 1).length).toBeGreaterThan(15);
  expect(rotation.next({ pairs: true, isWithinReach: () => false })).toBeNull();
});

it('plays ten hours of 2,000 photos: all come, and the memory stays bounded', () => {
  const rotation = createRotation(chance());
  const photos: WallPhoto[] = [];
  const last = new Map<number, number>();
  let now = START;
  let turn = 0;
  const end = START + 10 * 3_600_000;
  const kept: number[] = [];
  while (now < end) {
    // Two thousand come within the first eight hours.
    const due = Math.min(2000, Math.floor(((now - START) / (8 * 3_600_000)) * 2000));
    while (photos.length < due) {
      const id = photos.length + 1;
      photos.push(photo(id, { from: now, ...(id % 3 === 0 ? landscape : {}) }));
    }
    rotation.update(photos, now);
    for (const id of idsOf(rotation.next(choice))) {
      last.set(id, turn);
      turn += 1;
    }
    now += 8000;
    kept.push(rotation.kept());
  }
  expect(last.size).toBe(2000);
  expect(Math.max(...kept)).toBeLessThan(2000 + 2000 + 200);
  expect(kept.at(-1)).toBeLessThan(2000 + 200);
});
