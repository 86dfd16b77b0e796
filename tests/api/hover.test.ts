import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// After a touch, an element stays in the state `:hover` until something else is touched.

/** The selectors with `:hover` that also apply to a finger. */
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

test('a hovered style outside its media query is found', () => {
  expect(stickyIn('.a { b: c; } @media print { .a:hover { b: d; } }')).toEqual(['.a:hover']);
  expect(stickyIn('@media (hover: hover) { .a:hover { b: d; } }')).toEqual([]);
});

test('no touched element keeps the style of a hovered one', () => {
  const folder = new URL('../../build/client/assets/', import.meta.url);
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(2);
  for (const sheet of sheets) {
    expect(stickyIn(readFileSync(new URL(sheet, folder), 'utf8')), sheet).toEqual([]);
  }
});
