import { parseArgs } from 'node:util';
import { StartError } from '../app/env.server';

/**
 * Whether the command line bears the one flag that a command knows, such as `--dry-run`.
 * @throws StartError with the usage, for anything else that stands there
 */
export function readFlag(flag: string, usage: string): boolean {
  try {
    return parseArgs({ options: { [flag]: { type: 'boolean' } } }).values[flag] === true;
  } catch {
    throw new StartError(usage);
  }
}
