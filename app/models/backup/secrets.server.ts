import { hkdfSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The files of DATA_DIR that a backup includes: the generated session secret, which opens the sealed rows, and the
 * administrator's first password, as long as nobody has used it.
 */
export const SECRET_FILES = ['session-secret', 'admin-password'] as const;

/** The name of a secret in a backup. */
export const secretName = (file: string) => `secrets/${file}`;

/** The secrets that are there. */
export async function readSecrets(dataDir: string): Promise<{ file: string; bytes: Buffer }[]> {
  const found = SECRET_FILES.filter((file) => existsSync(join(dataDir, file)));
  return Promise.all(
    found.map(async (file) => ({ file, bytes: await readFile(join(dataDir, file)) })),
  );
}

/** Stores a secret, readable by its owner only. */
export async function writeSecret(dataDir: string, file: string, bytes: Buffer): Promise<void> {
  const path = join(dataDir, file);
  await rm(path, { force: true });
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
}

/** Shows whether two servers have the same secret, without revealing it. */
export function markOf(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, 'snapodium', 'mark of a backup', 12)).toString(
    'hex',
  );
}
