import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { StartError } from '~/env.server';

const FILE = 'admin-password';

/**
 * Shows the administrator's generated password, the only time it is known (rule `admin.first-password`): on a
 * terminal, or else in a file, because other output is collected and stored.
 * @throws StartError when the file cannot be written
 */
export function announceFirstPassword(
  params: { username: string; password: string; dataDir: string; log: Logger },
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): void {
  const { username, password, dataDir, log } = params;
  if (terminal.isTTY) {
    terminal.write(`Administrator: ${username}, password ${password} (shown this once)\n`);
    return;
  }
  const file = join(dataDir, FILE);
  try {
    // An existing file may be readable by others.
    rmSync(file, { force: true });
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot be written (${(error as Error).message})`);
  }
  log.warn(
    { file, username },
    'the administrator’s password waits in this file until they sign in',
  );
}

/** Deletes the file once the administrator has signed in. */
export function removeFirstPassword({ dataDir, log }: { dataDir: string; log: Logger }): void {
  const file = join(dataDir, FILE);
  try {
    rmSync(file, { force: true });
  } catch (error) {
    log.error({ err: error, file }, 'the file with the first password could not be removed');
  }
}
