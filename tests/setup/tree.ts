import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are generated, installed, or contain data. */
const NOT_OURS = new Set(['node_modules', 'build', 'data', 'test-results']);

/** Every file of this checkout, whatever its folders are called. */
export function filesOfTree(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !(folder === '.' && NOT_OURS.has(name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOfTree(path) : [path];
    });
}
