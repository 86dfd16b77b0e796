import { readdirSync, readFileSync } from 'node:fs';
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
      const isForMice = around.some((outer) => /^@media ?\(hover: ?hover\)/.test(outer));
      if (!selector.startsWith('@') && selector.includes(':hover') && !isForMice)
        found.push(selector);
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
  const folder = new URL('../../build/client/assets/', import.meta.url);
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(2);
  for (const sheet of sheets) {
    expect(stickyIn(readFileSync(new URL(sheet, folder), 'utf8')), sheet).toEqual([]);
  }
});
