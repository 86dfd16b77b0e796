// All benches, one after the other: `npm run bench`. Each may be run by itself too (bench/README.md).
import { spawnSync } from 'node:child_process';

const PARTS = [
  'requests',
  'cluster',
  'phone',
  'feed',
  'calm',
  'uploads',
  'zip',
  'start',
  'admin',
  'ftp',
  'live',
  'rolling',
  'overload',
  'evening',
  'rush',
];
/** The rush takes half an hour; with a tenth of the guests in a tenth of the time as much happens a second. */
const ARGS = { rush: ['--guests', '100', '--compress', '10'] };

for (const part of PARTS) {
  process.stdout.write(`\n== ${part}\n`);
  const { status } = spawnSync(
    'npm',
    ['run', '--silent', `bench:${part}`, '--', ...(ARGS[part] ?? [])],
    {
      stdio: 'inherit',
    },
  );
  // One that misses its aim says so and fails; the others are measured all the same.
  if (status !== 0) process.exitCode = 1;
}
