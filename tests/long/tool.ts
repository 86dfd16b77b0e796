import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CHEAP_PASSWORDS, SESSION_SECRET } from '../setup/server';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a command of the operator, as npm does.
 * @param script its file in scripts/
 * @returns the exit code, and everything that it wrote
 */
export function runScript(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', script, ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      TEST_SERVER: '1',
      PASSWORD_COST: CHEAP_PASSWORDS,
      SESSION_SECRET,
      ...env,
    },
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  return new Promise((done) => child.once('close', (code) => done({ code, out })));
}
