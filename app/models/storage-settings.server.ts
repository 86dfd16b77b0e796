import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { fileMoves, fileRemovals, photos, storageSettings } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { FtpCheckError, tryOutFtp, type FtpStep } from '~/services/storage/ftp-check.server';
import { parseFtpHost } from '~/services/storage/ftp-host';
import type { FtpAccess } from '~/services/storage/ftp-driver.server';
import type { StorageChoice, Storages } from '~/services/storage/storages.server';
import { assertCan, type Actor } from './access';
import { DomainError, type ErrorCode } from './errors';
import type { FtpSettings } from './storage.schema';
import type { StorageConfig, StorageStatus, UploadStats } from './storage';

/** What the settings of the storages need of the application. */
export interface SettingsDeps {
  db: Db;
  storage: Storages;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
  log?: { warn(details: object, message: string): void };
}

type SettingsRow = typeof storageSettings.$inferSelect;

const PURPOSE = 'ftp credentials';

/**
 * Takes over what the database says of the storages, if that is new: at the start, and now and then,
 * because another server of the same database may have changed it.
 */
export async function refreshStorages(deps: SettingsDeps): Promise<void> {
  const row = await findSettings(deps.db);
  // While it was read, this server may have made a newer choice, which may stand nowhere else.
  if (!row || versionOf(row) <= deps.storage.choice.version) return;
  deps.storage.choose(choiceOf(row, deps));
}

/**
 * Tries a server out and, if it does all it should, takes it. Its address is always kept in the
 * database, or photos there could not be seen after a restart; how to get in only if `keep` says so
 * (rule `storage.ftp-settings`). The first server that is set up is used at once; a later one as
 * the present one is.
 * @throws DomainError no_admin_privileges; ftp_…_failed at the field concerned, with what the other
 *   side said
 */
export async function configureFtp(
  deps: SettingsDeps,
  { actor, settings }: { actor: Actor; settings: FtpSettings },
): Promise<void> {
  assertCan(actor, 'platform.configure');
  const { ftpHost: host, ftpDirectory: directory, ftpBaseUrl: baseUrl, keep } = settings;
  const access = await tryOut(settings);
  const { choice } = deps.storage;
  const isFtpActive = choice.isFtpActive || choice.access === null;
  const credentials = JSON.stringify({ user: access.user, password: access.password });
  const [secret] = deps.env.SESSION_SECRET;
  const row = await writeSettings(deps.db, {
    ftpDirectory: directory,
    ftpBaseUrl: baseUrl,
    ftpStorageActive: keep && isFtpActive,
    ftpHost: keep ? host : null,
    ftpSecure: keep ? access.secure : null,
    ftpCredentials: keep ? seal(credentials, { secret, purpose: PURPOSE }) : null,
  });
  deps.storage.choose({
    access,
    host,
    address: { baseUrl, directory },
    isFtpActive,
    isKept: keep,
    version: versionOf(row),
  });
}

/**
 * Switches between FTP and what is there beside it; files stay where they are (rule `storage.mode`).
 * @throws DomainError no_admin_privileges, ftp_not_configured
 */
export async function setStorageMode(
  deps: SettingsDeps,
  { actor, useFtp }: { actor: Actor; useFtp: boolean },
): Promise<void> {
  assertCan(actor, 'platform.configure');
  const { choice } = deps.storage;
  if (!choice.access) throw new DomainError('ftp_not_configured');
  let { version } = choice;
  if (choice.isKept) {
    version = versionOf(await writeSettings(deps.db, { ftpStorageActive: useFtp }));
  }
  deps.storage.choose({ ...choice, isFtpActive: useFtp, version });
}

/** Where the storages stand; everything is counted, nothing guessed (rule `storage.counts`). */
export async function getStorageStatus({ db, storage }: SettingsDeps): Promise<StorageStatus> {
  const { choice, base, wanted } = storage;
  const isConfigured = choice.access !== null;
  const [uploadStats, waitingMoves, waitingRemovals] = await Promise.all([
    countUploads(db),
    db.$count(fileMoves),
    db.$count(fileRemovals, sql`${fileRemovals.attempts} > 0`),
  ]);
  return {
    ftpStorageActive: isConfigured && choice.isFtpActive,
    ftpConfigured: isConfigured,
    ftpHost: choice.host,
    ftpDirectory: isConfigured ? (choice.address?.directory ?? null) : null,
    ftpBaseUrl: isConfigured ? (choice.address?.baseUrl ?? null) : null,
    uploadStats,
    base,
    isEncrypted: choice.access?.secure ?? false,
    isKept: choice.isKept,
    isFtpDown: wanted === 'ftp' && storage.targets()[0] !== 'ftp',
    waitingMoves,
    waitingRemovals,
  };
}

/** The part of it that the endpoints answer with. */
export async function getStorageConfig(deps: SettingsDeps): Promise<StorageConfig> {
  const { ftpStorageActive, ftpConfigured, ftpHost, ftpDirectory, ftpBaseUrl, uploadStats } =
    await getStorageStatus(deps);
  return { ftpStorageActive, ftpConfigured, ftpHost, ftpDirectory, ftpBaseUrl, uploadStats };
}

async function countUploads(db: Db): Promise<UploadStats> {
  const rows = await db
    .select({ storage: photos.imageStorage, count: sql<number>`count(*)::int` })
    .from(photos)
    .groupBy(photos.imageStorage);
  const of = (storage: string) => rows.find((row) => row.storage === storage)?.count ?? 0;
  return {
    totalUploads: rows.reduce((sum, { count }) => sum + count, 0),
    localUploads: of('local'),
    ftpUploads: of('ftp'),
    s3Uploads: of('s3'),
  };
}

const STEP_ERRORS: Record<FtpStep, { code: ErrorCode; field: keyof FtpSettings }> = {
  connect: { code: 'ftp_connect_failed', field: 'ftpHost' },
  sign_in: { code: 'ftp_sign_in_failed', field: 'ftpUser' },
  directory: { code: 'ftp_directory_failed', field: 'ftpDirectory' },
  write: { code: 'ftp_write_failed', field: 'ftpDirectory' },
  read: { code: 'ftp_read_failed', field: 'ftpBaseUrl' },
  delete: { code: 'ftp_delete_failed', field: 'ftpDirectory' },
};

async function tryOut(settings: FtpSettings): Promise<FtpAccess> {
  try {
    return await tryOutFtp({
      host: settings.ftpHost,
      user: settings.ftpUser,
      password: settings.ftpPassword,
      directory: settings.ftpDirectory,
      baseUrl: settings.ftpBaseUrl,
    });
  } catch (error) {
    if (!(error instanceof FtpCheckError)) throw error;
    const { code, field } = STEP_ERRORS[error.step];
    throw new DomainError(code, { field, reason: error.reason, cause: error });
  }
}

async function findSettings(db: Db): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(storageSettings).where(eq(storageSettings.id, 1));
  return row;
}

async function writeSettings(
  db: Db,
  values: Partial<Omit<SettingsRow, 'id' | 'updatedAt'>>,
): Promise<SettingsRow | undefined> {
  const [row] = await db
    .insert(storageSettings)
    .values({ ...values, id: 1 })
    .onConflictDoUpdate({ target: storageSettings.id, set: { ...values, updatedAt: nextVersion } })
    .returning();
  return row;
}

/** Now, and in any case later than before: also two changes within a millisecond are two versions. */
const nextVersion = sql`greatest(now(), ${storageSettings.updatedAt} + interval '1 millisecond')`;

function choiceOf(row: SettingsRow, { env, log }: SettingsDeps): StorageChoice {
  const directory = row.ftpDirectory ?? '';
  const address = row.ftpBaseUrl ? { baseUrl: row.ftpBaseUrl, directory } : null;
  const access = accessOf(row, env.SESSION_SECRET);
  if (row.ftpCredentials && !access) {
    log?.warn({}, 'the FTP credentials cannot be decrypted; was SESSION_SECRET replaced?');
  }
  return {
    access,
    host: access ? row.ftpHost : null,
    address,
    isFtpActive: row.ftpStorageActive,
    isKept: access !== null,
    version: versionOf(row),
  };
}

function accessOf(row: SettingsRow, secrets: readonly string[]): FtpAccess | null {
  const server = row.ftpHost ? parseFtpHost(row.ftpHost) : null;
  const opened = row.ftpCredentials
    ? open(row.ftpCredentials, { secrets, purpose: PURPOSE })
    : null;
  if (!server || opened === null) return null;
  const { user, password } = JSON.parse(opened) as { user: string; password: string };
  return {
    host: server.host,
    port: server.port,
    secure: row.ftpSecure ?? false,
    user,
    password,
    directory: row.ftpDirectory ?? '',
  };
}

function versionOf(row: SettingsRow | undefined): number {
  return row?.updatedAt.getTime() ?? 0;
}
