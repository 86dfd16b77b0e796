import { describe, expect, it } from 'vitest';
import { paths, safeNext } from './paths';

describe('paths', () => {
  it('leaves out what is not given and encodes the rest', () => {
    expect(paths.home()).toBe('/');
    expect(paths.home('top')).toBe('/?tab=top');
    expect(paths.join({ event: 'Léa & Côme', organizer: 'Léa' })).toBe(
      '/auth/join?event=L%C3%A9a+%26+C%C3%B4me&organizer=L%C3%A9a',
    );
  });

  it('adds a language to an address, keeping its query', () => {
    expect(paths.language('/feed', '?userId=3', 'de')).toBe('/feed?userId=3&lang=de');
  });
});

describe('safeNext', () => {
  it.each(['/feed?userId=3#photo-4', '/'])('goes on to %s', (next) => {
    expect(safeNext(next, '/fallback')).toBe(next);
  });

  it.each([
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\nevil',
    'feed',
  ])('never leaves this site for %j', (next) =>
    expect(safeNext(next, '/fallback')).toBe('/fallback'),
  );
});
