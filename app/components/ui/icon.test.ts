import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_NAMES } from './icon';

test('each icon has its symbol in the file, and each symbol a name', () => {
  const sprite = readFileSync(new URL('./icons.svg', import.meta.url), 'utf8');
  const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(symbols).toEqual([...ICON_NAMES]);
});
