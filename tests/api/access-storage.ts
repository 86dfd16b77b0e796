import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { serveFolder, type FileServer } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from '../setup/ftp-server';

/**
 * An FTP server that the administrator can set up.
 * @returns a function that returns its settings, for use in tests
 */
export function withFtpSettings(): () => Record<string, string> {
  let ftp: FtpServer;
  let web: FileServer;
  beforeAll(async () => {
    ftp = await startFtpServer();
    web = await serveFolder(join(ftp.folder, '..'));
  });
  afterAll(async () => {
    await web.stop();
    await ftp.clean();
  });
  return () => ({
    ftpHost: `127.0.0.1:${ftp.port}`,
    ftpUser: FTP_USER,
    ftpPassword: FTP_PASSWORD,
    ftpDirectory: 'upload/photos',
    ftpBaseUrl: web.origin,
  });
}

/** What setting up and storing the first server writes. */
export const KEPT = ['+storageSettings all'];
/** What switching it off writes. */
export const SWITCHED = [
  'storageSettings.ftpCredentials all',
  'storageSettings.ftpStorageActive all',
  'storageSettings.updatedAt all',
];
