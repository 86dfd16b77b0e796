import { describe, expect, test } from 'vitest';
import {
  CODE_LENGTH,
  CODE_LETTERS,
  codeOfLink,
  readWallCode,
  showsFrom,
  writeWallCode,
  type Showing,
  type WallDecision,
} from './rules';

describe('when a photo comes to the wall', () => {
  const createdAt = new Date('2026-06-15T20:00:00Z');
  const decidedAt = new Date('2026-06-15T20:05:00Z');
  const came = createdAt.getTime();
  const from = (decision: WallDecision | null, showing: Showing) =>
    showsFrom({ createdAt, decision, decidedAt: decision && decidedAt }, showing);

  test.each([0, 20, 60])('by itself %i s after it came', (delay) => {
    const showing = { delay, letThroughUntil: null };
    expect(from(null, showing)).toBe(came + delay * 1000);
    expect(from('let-through', showing)).toBe(came + delay * 1000);
    expect(from('skipped', showing)).toBeNull();
  });

  test('without a delay once it is let through, or if it was there already', () => {
    const asking = { delay: null, letThroughUntil: null };
    expect(from(null, asking)).toBeNull();
    expect(from('let-through', asking)).toBe(decidedAt.getTime());
    expect(from('skipped', asking)).toBeNull();
    expect(from(null, { delay: null, letThroughUntil: createdAt })).toBe(came);
    const before = new Date(came - 1);
    expect(from(null, { delay: null, letThroughUntil: before })).toBeNull();
    expect(from('skipped', { delay: null, letThroughUntil: createdAt })).toBeNull();
  });
});

describe('a code', () => {
  test('has no letters and digits that look alike', () => {
    expect(CODE_LETTERS).not.toMatch(/[01OIL]/);
    expect(new Set(CODE_LETTERS).size).toBe(CODE_LETTERS.length);
    expect(CODE_LETTERS.length ** CODE_LENGTH).toBeGreaterThan(800_000_000);
  });

  test('may be typed in lower case, with spaces and hyphens', () => {
    expect(writeWallCode('K7M42P')).toBe('K7M 42P');
    for (const typed of ['K7M42P', 'k7m 42p', ' K7M-42P ', 'k 7 m 4 2 p']) {
      expect(readWallCode(typed)).toBe('K7M42P');
    }
  });

  test('is taken from a link, which may have anything else', () => {
    for (const given of ['K7M42P', 'k7m 42p']) expect(codeOfLink(given)).toBe('K7M 42P');
    for (const given of [null, '', 'K7M42', 'K7M42PP', 'K7M42O', '<b>K7M']) {
      expect(codeOfLink(given)).toBeUndefined();
    }
  });
});
