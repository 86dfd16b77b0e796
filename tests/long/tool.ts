import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CHEAP_PASSWORDS, SESSION_SECRET, SHORT_LIVED } from '../setup/server';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

/** A start that takes longer than this was not refused. */
const REFUSAL_MS = 60_000;

/** Runs what `npm start` does with these variables until it ends by itself; its code is null if it does not. */
export function startUntilEnd(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...SHORT_LIVED, START], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const overdue = setTimeout(() => child.kill('SIGKILL'), REFUSAL_MS);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(overdue);
      resolve({ code, output });
    });
  });
}

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
