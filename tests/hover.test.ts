import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A finger leaves what it touched in the state `:hover` until it touches something else.

/** The selectors with `:hover` that apply to a finger, too. */
function stickyIn(css: string): string[] {
  const around: string[] = [];
  const found: string[] = [];
  let head = '';
  for (const character of css.replace(/\/\*.*?\*\//gs, '')) {
    if (character === '{') {
      const selector = head.trim();
      const isForMice = around.some((outer) => outer.startsWith('@media (hover: hover)'));
      if (selector.includes(':hover') && !isForMice) found.push(selector);
      around.push(selector);
    }
    if (character === '}') around.pop();
    head = /[{};]/.test(character) ? '' : head + character;
  }
  return found;
}

test('a hovered style outside of its media query is found', () => {
  expect(stickyIn('.a { b: c; } @media print { .a:hover { b: d; } }')).toEqual(['.a:hover']);
  expect(stickyIn('@media (hover: hover) { .a:hover { b: d; } }')).toEqual([]);
});

test('nothing that was touched keeps the look of what is hovered', () => {
  const files = readdirSync('app', { recursive: true }).map(String);
  const sheets = files.filter((file) => file.endsWith('.css')).map((file) => join('app', file));
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.flatMap((file) => stickyIn(readFileSync(file, 'utf8')))).toEqual([]);
});
