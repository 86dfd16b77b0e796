import { parseArgs } from 'node:util';
import { readEnv, StartError, type Env } from '../app/env.server';

/**
 * Runs a command of the operator with the server's variables. Whatever keeps it from starting is printed in one line.
 * @param flags those that it knows, such as `dry-run` for `--dry-run`
 * @param usage is the answer to any other
 * @param work its result is the exit code, if it has one
 */
export async function runTool<Flag extends string>(
  flags: readonly Flag[],
  usage: string,
  work: (env: Env, flags: Partial<Record<Flag, boolean>>) => Promise<number | void>,
): Promise<void> {
  await endWithCode(() => work(readEnv(), readFlags(flags, usage)));
}

/**
 * The same for a command that takes the path of a backup instead of flags. It leaves DATA_DIR as it is until
 * `work` changes it.
 */
export async function runBackupTool(
  usage: string,
  work: (env: Env, path: string) => Promise<number | void>,
): Promise<void> {
  await endWithCode(() => {
    const [path, ...others] = process.argv.slice(2);
    if (!path || path.startsWith('-') || others.length > 0) throw new StartError(usage);
    return work(readEnv(process.env, { storesSecret: false }), path);
  });
}

async function endWithCode(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function readFlags<Flag extends string>(flags: readonly Flag[], usage: string) {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
    return parseArgs({ options }).values as Partial<Record<Flag, boolean>>;
  } catch {
    throw new StartError(usage);
  }
}
