import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PHOTOS_PER_USER } from '~/models/event/rules';
import { FAVORITES_MAX } from '~/models/photo/star';

const meta = fileURLToPath(new URL('migrations/meta', import.meta.url));

test('the migrations know the limits; if not, `npx drizzle-kit generate` writes one', () => {
  const newest = readdirSync(meta)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const snapshot = readFileSync(join(meta, newest ?? ''), 'utf8');
  const { min, max } = PHOTOS_PER_USER;
  for (const [column, from, to] of [
    ['star', 1, FAVORITES_MAX],
    ['position', 1, max],
    ['max_photos_per_user', min, max],
  ]) {
    expect(snapshot).toContain(`\\"${column}\\" between ${from} and ${to}"`);
  }
});
