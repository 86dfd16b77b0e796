import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storageSettings } from '~db/schema';
import { ADMINISTRATOR } from '~/models/access';
import { configureFtp, refreshStorages, setStorageMode } from '~/models/storage-settings.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { withDatabases } from '../setup/databases';
import { serveFolder, type FileServer } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from '../setup/ftp-server';

withDatabases('storage settings', (getDb) => {
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
  beforeEach(() => getDb().delete(storageSettings));

  const settings = (keep: boolean) => ({
    ftpHost: `127.0.0.1:${ftp.port}`,
    ftpUser: FTP_USER,
    ftpPassword: FTP_PASSWORD,
    ftpDirectory: 'upload/photos',
    ftpBaseUrl: web.origin,
    keep,
  });
  const newServer = () => ({
    db: getDb(),
    storage: createMemoryStorage(),
    env: { SESSION_SECRET: ['a secret for tests'] as const },
  });
  const rows = () => getDb().select().from(storageSettings);

  /** A database that answers what it held a moment ago. */
  function answering(found: unknown[]) {
    return { select: () => ({ from: () => ({ where: async () => found }) }) } as never;
  }

  test('what was read before a choice was made does not replace it', async () => {
    const server = newServer();
    await configureFtp(server, { actor: ADMINISTRATOR, settings: settings(true) });
    const before = await rows();
    await configureFtp(server, { actor: ADMINISTRATOR, settings: settings(false) });
    const chosen = server.storage.choice;
    await refreshStorages({ ...server, db: answering(before) });
    expect(server.storage.choice).toBe(chosen);
    await refreshStorages({ ...server, db: answering([]) });
    expect(server.storage.choice).toBe(chosen);
    await refreshStorages(server);
    expect(server.storage.choice).toBe(chosen);
    expect(chosen).toMatchObject({ isKept: false, access: { user: FTP_USER } });
    server.storage.close();
  });

  test('each change is a version of its own, and other servers take it over', async () => {
    const [server, other] = [newServer(), newServer()];
    await configureFtp(server, { actor: ADMINISTRATOR, settings: settings(true) });
    await refreshStorages(other);
    expect(other.storage.wanted).toBe('ftp');
    // As if the next change came in the same millisecond, or the clock had been put back.
    const updatedAt = new Date(Date.now() + 60_000);
    await getDb().update(storageSettings).set({ updatedAt });
    await refreshStorages(server);
    await refreshStorages(other);
    await setStorageMode(server, { actor: ADMINISTRATOR, useFtp: false });
    expect(server.storage.choice.version).toBe(updatedAt.getTime() + 1);
    await refreshStorages(other);
    expect(other.storage.wanted).toBe('local');
    server.storage.close();
    other.storage.close();
  });
});
