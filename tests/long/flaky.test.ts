import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('where three in ten requests are cut, every photo arrives once, and every figure adds up', async () => {
  const command = ['--import', 'tsx', 'scripts/party.ts', '--guests', '10', '--flaky'];
  // An exit code of 1, for a finding, is thrown with what was written.
  const { stdout } = await run(process.execPath, command, { maxBuffer: 1e8 });
  expect(Number(/^network +(\d+) requests cut$/m.exec(stdout)?.[1])).toBeGreaterThan(50);
  expect(stdout).toMatch(/^Every figure adds up/m);
}, 600_000);
