import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FAVORITES_MAX } from '~/models/photo/star';

const meta = fileURLToPath(new URL('migrations/meta', import.meta.url));

test('the migrations know the number of stars; if not, `npm run db:generate` writes one', () => {
  const newest = readdirSync(meta)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const snapshot = readFileSync(join(meta, newest ?? ''), 'utf8');
  expect(snapshot).toContain(`\\"star\\" between 1 and ${FAVORITES_MAX}"`);
});
