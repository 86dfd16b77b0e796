import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storageSettings } from '~db/schema';
import { startStorageRefresh } from '~/jobs/storage-refresh.server';
import { ADMINISTRATOR } from '~/models/access';
import { handleNotice, refreshStorages } from '~/models/storage/choice.server';
import { configureFtp, setStorageMode } from '~/models/storage/settings.server';
import { seal } from '~/services/secret-box.server';
import { createMemoryStorage } from '~/services/storage/memory.server';
import { withDatabases } from '../setup/databases';
import { serveFolder, type FileServer } from '../setup/file-server';
import { FTP_PASSWORD, FTP_USER, startFtpServer, type FtpServer } from '../setup/ftp-server';

withDatabases('storage settings', (getDb, _kind, getConnection) => {
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

  /** A database that answers with an older state. */
  function answering(found: unknown[]) {
    return { select: () => ({ from: () => ({ where: async () => found }) }) } as never;
  }

  test('a state read before a choice was made does not replace it', async () => {
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
    expect(chosen).toMatchObject({ isStored: false, access: { user: FTP_USER } });
    server.storage.close();
  });

  test('each change is a new version, and other servers apply it', async () => {
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

  test('stored settings are sealed, except where photos are read', async () => {
    const server = newServer();
    await configureFtp(server, { actor: ADMINISTRATOR, settings: settings(true) });
    const [row] = await rows();
    expect(row).toMatchObject({ ftpBaseUrl: web.origin, ftpHost: null, ftpSecure: null });
    const { ftpHost, ftpUser, ftpPassword } = settings(true);
    for (const secret of [ftpHost, ftpUser, ftpPassword]) {
      expect(JSON.stringify(row)).not.toContain(secret);
    }
    const later = newServer();
    await refreshStorages(later);
    expect(later.storage.choice).toEqual(server.storage.choice);
    server.storage.close();
    later.storage.close();
  });

  test('settings stored by an earlier version are read, and sealed as a whole', async () => {
    const { ftpHost, ftpUser: user, ftpPassword: password } = settings(true);
    const [secret] = newServer().env.SESSION_SECRET;
    const ftpCredentials = seal(JSON.stringify({ user, password }), {
      secret,
      purpose: 'ftp credentials',
    });
    const address = { ftpDirectory: 'upload/photos', ftpBaseUrl: web.origin };
    const former = { ...address, ftpHost, ftpSecure: true, ftpCredentials, ftpStorageActive: true };
    await getDb().insert(storageSettings).values(former);
    const before = await rows();

    // A server that cannot open them changes nothing.
    const warn = vi.fn();
    const stranger = { ...newServer(), env: { SESSION_SECRET: ['another secret'] as const } };
    await refreshStorages({ ...stranger, log: { warn } });
    expect([stranger.storage.choice.access, warn.mock.calls.length]).toEqual([null, 1]);
    expect(await rows()).toEqual(before);

    const [server, later] = [newServer(), newServer()];
    await refreshStorages(server);
    const directory = 'upload/photos';
    const place = { host: '127.0.0.1', port: ftp.port, secure: true, directory };
    expect(server.storage.choice).toEqual({
      access: { ...place, user, password },
      host: ftpHost,
      address: { baseUrl: web.origin, directory },
      isFtpActive: true,
      isStored: true,
      version: before[0]?.updatedAt.getTime(),
    });
    const [row] = await rows();
    expect(row).toMatchObject({ ftpHost: null, ftpSecure: null, updatedAt: before[0]?.updatedAt });
    await refreshStorages(later);
    expect(later.storage.choice).toEqual(server.storage.choice);
    for (const { storage } of [server, later]) storage.close();
  });

  const NEVER = 60 * 60 * 1000;
  const log = pino({ level: 'silent' });

  /** A server that receives notifications, and polls the database. */
  async function running(
    server = newServer(),
    { isDeaf = false, pauseMs = NEVER }: { isDeaf?: boolean; pauseMs?: number } = {},
  ) {
    const { listen } = getConnection();
    const hears = { isOn: true };
    const refresh = await startStorageRefresh(
      { ...server, log },
      {
        pauseMs,
        listen: async (channel, hear) => {
          if (isDeaf) return;
          await listen(channel, (told) => void (hears.isOn && hear(told)));
        },
      },
    );
    const end = async () => {
      hears.isOn = false;
      await refresh.stop();
      server.storage.close();
    };
    onTestFinished(end);
    return { ...server, end };
  }
  const configured = (keep: boolean) => ({ actor: ADMINISTRATOR, settings: settings(keep) });

  test('other servers are told of a change at once', async () => {
    const [server, other] = [await running(), await running()];
    await configureFtp(server, configured(true));
    await expect.poll(() => other.storage.choice).toEqual(server.storage.choice);
    expect(other.storage.wanted).toBe('ftp');
    await setStorageMode(other, { actor: ADMINISTRATOR, useFtp: false });
    await expect.poll(() => server.storage.wanted).toBe('local');
  });

  test('a server that missed the notification finds the change itself', async () => {
    const server = await running();
    const other = await running(newServer(), { isDeaf: true, pauseMs: 10 });
    await configureFtp(server, configured(true));
    await expect.poll(() => other.storage.wanted).toBe('ftp');
  });

  test('settings in memory are sent to all servers, and stored in no row', async () => {
    const [server, other] = [await running(), await running()];
    await configureFtp(server, configured(false));
    await expect.poll(() => other.storage.choice).toEqual(server.storage.choice);
    expect(other.storage.choice).toMatchObject({ isStored: false, isFtpActive: true });
    expect(await rows()).toEqual([
      expect.objectContaining({ ftpHost: null, ftpCredentials: null, ftpStorageActive: false }),
    ]);
    await setStorageMode(other, { actor: ADMINISTRATOR, useFtp: false });
    await expect.poll(() => server.storage.wanted).toBe('local');

    // They end with the last server that knows them, not with the first one.
    await server.end();
    const later = await running();
    await expect.poll(() => later.storage.choice).toEqual(other.storage.choice);
    expect(later.storage.choice.access).toMatchObject({ user: FTP_USER, password: FTP_PASSWORD });
  });

  test('a server that has only the row of settings in memory asks for the rest', async () => {
    const server = await running();
    await configureFtp(server, configured(false));
    const other = newServer();
    await refreshStorages(other);
    expect(other.storage.choice.access).toBeNull();
    await running(other);
    await expect.poll(() => other.storage.choice).toEqual(server.storage.choice);
  });

  test('older settings, or settings sealed with an unknown secret, are ignored', async () => {
    const told: string[] = [];
    await getConnection().listen('storage_news', (news) => void (news && told.push(news)));
    const server = newServer();
    await configureFtp(server, configured(false));
    await expect.poll(() => told).toHaveLength(1);
    const [sealed = ''] = told;
    expect(sealed).not.toContain(FTP_USER);

    await configureFtp(server, configured(true));
    const chosen = server.storage.choice;
    await handleNotice(server, sealed);
    expect(server.storage.choice).toBe(chosen);
    server.storage.close();

    const warn = vi.fn();
    const stranger = { ...newServer(), env: { SESSION_SECRET: ['another secret'] as const } };
    await handleNotice({ ...stranger, log: { warn } }, sealed);
    await handleNotice({ ...stranger, log: { warn } }, '{"host":"evil.example"}');
    expect(stranger.storage.choice.access).toBeNull();
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
