import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { serveFolder, type FileServer } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from '../setup/ftp-server';
import { ADMINISTRATORS, type Call } from './access-endpoints';
import type { Form } from './access-forms';
import { administrators } from './access-forms-account';

// The rows of the matrix about the storage. They come last, because later images would be stored there. Of each two
// the second one switches it off again.

type FtpSettings = () => Record<string, string>;

/**
 * An FTP server that the administrator can set up.
 * @returns a function that returns its settings, for use in tests
 */
export function withFtpSettings(): FtpSettings {
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
const KEPT = ['+storageSettings all'];
/** What switching it off writes. */
const SWITCHED = [
  'storageSettings.ftpCredentials all',
  'storageSettings.ftpStorageActive all',
  'storageSettings.updatedAt all',
];

export const storageCalls = (settings: FtpSettings): Call[] => [
  {
    what: 'POST /api/admin/storage-config',
    body: () => ({ ...settings(), keep: true }),
    answers: ADMINISTRATORS,
    done: 200,
    changes: KEPT,
  },
  {
    what: 'POST /api/admin/storage-mode',
    body: { useFtp: false },
    answers: ADMINISTRATORS,
    done: 200,
    changes: SWITCHED,
  },
];

export const storageForms = (settings: FtpSettings): Form[] => [
  {
    what: 'POST /admin/storage, another server',
    body: () => ({ ...settings(), keep: 'on' }),
    answers: administrators('/admin/storage'),
    done: '302 /admin/storage',
    changes: KEPT,
  },
  {
    what: 'POST /admin/storage, mode',
    body: { intent: 'mode', useFtp: 'false' },
    answers: administrators('/admin/storage'),
    done: '302 /admin/storage',
    changes: SWITCHED,
  },
];
