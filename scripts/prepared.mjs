// `npm run test:hostile`: what tests/hostile/main.ts says, with what it needs made ready before.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isBuildStale, root } from './build-stamp.mjs';
import { ensureTestTools } from './install-test-tools.mjs';

ensureTestTools();
if (isBuildStale()) run('scripts/build.mjs');
run('node_modules/tsx/dist/cli.mjs', ['tests/hostile/main.ts']);

function run(script, args = []) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
