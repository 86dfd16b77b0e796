import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('twenty-four guests with their phones cause no error, and every total is exact', async () => {
  const command = [
    '--import',
    'tsx',
    'bench/main.ts',
    'rush',
    '--guests',
    '24',
    '--compress',
    '60',
  ];
  // An exit code of 1, for an error or a wrong total, is thrown with the output.
  const { stdout } = await run(process.execPath, command, { maxBuffer: 1e8 });
  expect(stdout).toContain('people: 24 of 24\nphotos: 72 of 72\nstars: 72 of 72\ncards: 72 of 72');
  expect(stdout).toContain("Every figure adds up, the ranking's too");
}, 900_000);
