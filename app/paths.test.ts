import { describe, expect, it } from 'vitest';
import { paths, safeNext } from './paths';

describe('paths', () => {
  it('leaves out missing values and encodes the rest', () => {
    expect(paths.home()).toBe('/');
    expect(paths.home('top')).toBe('/?tab=top');
    expect(paths.join({ event: 'Léa & Côme', organizer: 'Léa' })).toBe(
      '/auth/join?event=L%C3%A9a+%26+C%C3%B4me&organizer=L%C3%A9a',
    );
  });

  it('adds a language to a URL and keeps its query', () => {
    expect(paths.language('/feed', '?userId=3', 'de')).toBe('/feed?userId=3&lang=de');
  });
});

describe('safeNext', () => {
  it.each(['/feed?userId=3#photo-4', '/'])('accepts %s', (next) => {
    expect(safeNext(next, '/fallback')).toBe(next);
  });

  it('encodes characters that headers do not allow, and resolves dots', () => {
    expect(safeNext('/漢?q=é#ü', '/fallback')).toBe('/%E6%BC%A2?q=%C3%A9#%C3%BC');
    expect(safeNext('/feed/../top', '/fallback')).toBe('/top');
  });

  it.each([
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\nevil',
    'feed',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/\tx//evil.example',
    '//[',
  ])('never leaves this site for %j', (next) =>
    expect(safeNext(next, '/fallback')).toBe('/fallback'),
  );
});
