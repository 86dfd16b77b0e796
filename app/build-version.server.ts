import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

let version: string | undefined;

/** A short hash of the built application, so that pages that stay open for hours notice a new version. */
export function buildVersion(): string {
  version ??= import.meta.env.PROD ? hashFiles(new URL('./', import.meta.url)) : 'development';
  return version;
}

function hashFiles(folder: URL): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const name of files.sort()) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest('base64url').slice(0, 12);
}
