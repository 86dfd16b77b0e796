import { describe, expect, test } from 'vitest';
import { createPhotoNamer, slugOf } from './file-name';

describe('a slug', () => {
  test.each([
    ['Amélie', 'amelie'],
    ['Ame\u0301lie', 'amelie'],
    ['Jean-Luc  O’Connor', 'jean-luc-o-connor'],
    ['ŁUKASZ Żółć', 'łukasz-zołc'],
    ['Straße', 'straße'],
    ['İrem', 'irem'],
    ['李小龙', '李小龙'],
    ['محمد', 'محمد'],
    ['Ελένη', 'ελένη'],
    ['สมชาย มีสุข', 'สมชาย-มีสุข'],
    ['हिन्दी', 'हिन्दी'],
    ['한글'.normalize('NFD'), '한글'],
    ['Ａnn ２', 'ann-2'],
    ['🎉 Zoé 🎉', 'zoe'],
    ['🎉❤️', 'photo'],
    ['\u0301\u0302', 'photo'],
    ['', 'photo'],
    ['../..', 'photo'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows', 'c-windows'],
    ['...dots...', 'dots'],
    ['a\0b\nc\u202Egpj.exe', 'a-b-c-gpj-exe'],
    ['CON', 'con'],
  ])('%s → %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('is bounded by code points, and never cut inside one', () => {
    expect(slugOf('x'.repeat(200))).toBe('x'.repeat(40));
    expect(slugOf('𠮷'.repeat(200))).toBe('𠮷'.repeat(40));
    expect(slugOf(`${'x'.repeat(39)} y`)).toBe('x'.repeat(39));
    expect(Array.from(slugOf(`न${'ा'.repeat(500)}`)).length).toBe(40);
  });
});

describe('names of photos', () => {
  test('number, owner, slot', () => {
    const nameOf = createPhotoNamer({ count: 10, word: 'photo' });
    expect(nameOf({ number: 3, userName: 'Amélie', position: 2, caption: null })).toBe(
      '03-amelie-photo2.webp',
    );
    expect(nameOf({ number: 10, userName: '李小龙', position: 1, caption: null })).toBe(
      '10-李小龙-photo1.webp',
    );
  });

  test('end in the caption, as far as there is room', () => {
    const nameOf = createPhotoNamer({ count: 10, word: 'foto' });
    const named = (caption: string, userName = 'Zoë') =>
      nameOf({ number: 3, userName, position: 2, caption });
    expect(named('First dance!')).toBe('03-zoe-foto2-first-dance.webp');
    expect(named('Oma & Opa')).toBe('03-zoe-foto2-oma-opa.webp');
    expect(named('🎉🎉')).toBe('03-zoe-foto2.webp');
    expect(named('../../etc')).toBe('03-zoe-foto2-etc.webp');
    const long = named('𠮷'.repeat(40), '𠮷'.repeat(40));
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(240);
    expect(long).toMatch(/-foto2-𠮷+\.webp$/u);
  });

  test('are padded to the width of their count', () => {
    const nameOf = createPhotoNamer({ count: 1000, word: 'photo' });
    expect(nameOf({ number: 7, userName: 'Ann', position: 1, caption: null })).toBe(
      '0007-ann-photo1.webp',
    );
  });

  test('are unique, whatever people are called', () => {
    const nameOf = createPhotoNamer({ count: 4, word: 'photo' });
    const names = ['Ann', 'ann', 'Änn', 'Ann'].map((userName) =>
      nameOf({ number: 1, userName, position: 1, caption: null }),
    );
    expect(names).toEqual([
      '01-ann-photo1.webp',
      '01-ann-photo1-2.webp',
      '01-ann-photo1-3.webp',
      '01-ann-photo1-4.webp',
    ]);
  });

  test('are never a name that Windows reserves, a hidden file, or a path', () => {
    const nameOf = createPhotoNamer({ count: 4, word: 'photo' });
    for (const userName of ['CON', 'aux.', '.hidden', 'a/b', 'a\\b', 'nul:', '…']) {
      const name = nameOf({ number: 1, userName, position: 1, caption: null });
      expect(name).toMatch(/^01-[\p{L}\p{N}-]+-photo1(-\d)?\.webp$/u);
    }
  });
});
