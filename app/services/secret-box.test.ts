import { describe, expect, it } from 'vitest';
import { open, reseal, seal } from './secret-box.server';

const purpose = 'a test';

describe('a sealed text', () => {
  it('opens again, even after a rotation of secrets', () => {
    const sealed = seal('pässword 🎉', { secret: 'old', purpose });
    expect(open(sealed, { secrets: ['new', 'old'], purpose })).toBe('pässword 🎉');
  });

  it('reveals nothing of the text, and never looks the same', () => {
    const one = seal('password', { secret: 's', purpose });
    expect(one).not.toContain('password');
    expect(seal('password', { secret: 's', purpose })).not.toBe(one);
  });

  it('cannot be opened with other secrets or for other purposes, nor if damaged', () => {
    const sealed = seal('password', { secret: 's', purpose });
    expect(open(sealed, { secrets: ['t'], purpose })).toBeNull();
    expect(open(sealed, { secrets: ['s'], purpose: 'another' })).toBeNull();
    const damaged = (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1);
    expect(open(damaged, { secrets: ['s'], purpose })).toBeNull();
    expect(open('', { secrets: ['s'], purpose })).toBeNull();
  });

  it('is sealed again if an older secret sealed it', () => {
    const sealed = seal('password', { secret: 'old', purpose });
    const again = reseal(sealed, { secrets: ['new', 'old'], purpose }) ?? '';
    expect(open(again, { secrets: ['new'], purpose })).toBe('password');
    expect(reseal(again, { secrets: ['new', 'old'], purpose })).toBeNull();
    expect(reseal(sealed, { secrets: ['new', 'another'], purpose })).toBeNull();
  });
});
