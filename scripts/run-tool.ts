import { parseArgs } from 'node:util';
import { StartError } from '../app/env.server';

/**
 * The flags on a command line, such as `--dry-run`.
 * @throws StartError with the usage, for any other argument
 */
export function readFlags<Flag extends string>(
  flags: readonly Flag[],
  usage: string,
): Partial<Record<Flag, boolean>> {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]));
    return parseArgs({ options }).values as Partial<Record<Flag, boolean>>;
  } catch {
    throw new StartError(usage);
  }
}
