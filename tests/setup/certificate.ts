import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The files of a certificate for this machine that no authority knows, and of its key. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Makes a certificate for loopback addresses. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost ' +
    '-addext subjectAltName=DNS:localhost,IP:127.0.0.1';
  await run('openssl', [...request.split(' '), '-keyout', files.key, '-out', files.cert]);
  return files;
}
