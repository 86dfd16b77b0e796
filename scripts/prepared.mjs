// For `npm run test:long` and `npm run test:hostile`: prepares what tests need, then runs a script of ours or
// of a package.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isBuildStale, root } from './build-stamp.mjs';
import { ensureTestTools } from './install-test-tools.mjs';

ensureTestTools();
if (isBuildStale()) run('scripts/build.mjs');
const [script, ...args] = process.argv.slice(2);
run(script, args);

function run(script, args = []) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
