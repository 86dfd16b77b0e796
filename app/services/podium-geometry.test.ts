import { describe, expect, test } from 'vitest';
import { placeSteps, PODIUM_FORMATS, PODIUM_FRAMES, type Box } from './podium-geometry';

const CROWDS = [
  [1, 2, 3],
  [1, 1, 3],
  [1, 2, 2],
  [1, 1, 1],
  ...[4, 5, 6, 7, 8, 9, 10].map((count) => Array<number>(count).fill(1)),
];

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

describe.each(PODIUM_FORMATS)('the places on a picture: %s', (format) => {
  const { width, height, head, stage, mark } = PODIUM_FRAMES[format];

  test.each(CROWDS.map((places) => [places.join(' '), places] as const))('%s', (_name, places) => {
    const steps = placeSteps(format, places);
    expect(steps).toHaveLength(places.length);
    const boxes = steps.flatMap(({ block, print }) => [block, print]);
    for (const box of boxes) {
      expect(box.left).toBeGreaterThanOrEqual(stage.left - 1);
      expect(box.left + box.width).toBeLessThanOrEqual(stage.left + stage.width + 1);
      expect(box.top).toBeGreaterThanOrEqual(format === 'wide' ? 112 : stage.top - 24);
      expect(box.top + box.height).toBeLessThanOrEqual(stage.top + stage.height + 1);
      expect(overlap(box, head), JSON.stringify(box)).toBe(false);
    }
    for (const [index, box] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false);
    }
    for (const { print } of steps) expect(print.width).toBeGreaterThanOrEqual(130);
  });

  test('people who share a place stand equally high, on equal blocks with equal prints', () => {
    const [first, second, third] = placeSteps(format, [1, 1, 3]);
    expect(first?.block).toMatchObject({ top: second?.block.top, width: second?.block.width });
    expect(third?.block.top).toBeGreaterThan(first?.block.top ?? 0);
    const [, left, right] = placeSteps(format, [1, 2, 2]);
    expect(left?.print).toMatchObject({ top: right?.print.top, height: right?.print.height });
  });

  test('everything is inside', () => {
    expect(head.left + head.width).toBeLessThanOrEqual(width);
    expect(mark.y + 30).toBeLessThanOrEqual(height);
  });
});

test('a story has nothing to read in its upper 250 and lower 290 pixels', () => {
  const { height, head, stage, mark } = PODIUM_FRAMES.story;
  expect(head.top).toBeGreaterThanOrEqual(250);
  expect(stage.top + stage.height).toBeLessThanOrEqual(height - 290);
  // The mark is 60 pixels high.
  expect(mark.y + 30).toBeLessThanOrEqual(height - 290);
});
