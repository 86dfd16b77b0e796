// `npm start`: builds what is missing or out of date, then serves.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuildStale, root } from './build-stamp.mjs';
import { endWithNpm } from './end-with-npm.mjs';

endWithNpm();

if (isBuildStale()) {
  process.stderr.write('Building Snapodium (the first time, or because its sources changed) …\n');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    // Standard output is for log lines only.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}
// React's development renderer is many times slower, so it needs an explicit choice.
process.env.NODE_ENV ||= 'production';
await import(pathToFileURL(join(root, 'build/server.js')).href);
