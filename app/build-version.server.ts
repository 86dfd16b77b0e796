import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

let version: string | undefined;

/** A short hash of the built application, so that pages that stay open for hours notice a new version. */
export function buildVersion(): string {
  version ??= import.meta.env.PROD ? hashBuild() : 'development';
  return version;
}

/**
 * The server's files contain the hashed names of the screens' files. The scripts and styles beside those have no hash
 * in their names.
 */
function hashBuild(): string {
  const hash = createHash('sha256');
  for (const folder of ['./', '../client/'].map((path) => new URL(path, import.meta.url))) {
    const files = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
    for (const name of files.sort()) hash.update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('base64url').slice(0, 12);
}
