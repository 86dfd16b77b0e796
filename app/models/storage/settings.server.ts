import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { fileWork, photos } from '~db/schema';
import {
  CHOSEN,
  STORAGE_NAMES,
  titleOf,
  type StorageName,
} from '~/services/storage/drivers.server';
import { FtpCheckError, tryOutFtp, type FtpStep } from '~/services/storage/ftp-check.server';
import type { FtpAccess } from '~/services/storage/ftp-connection.server';
import { assertCan, type Actor } from '../access';
import { DomainError, type ErrorCode } from '../errors';
import { countDamaged } from '../photo/media.server';
import type { Place, StorageStatus } from './rules';
import type { StorageConfig, UploadStats } from './shape';
import { refreshAndAsk, saveChoice, type SettingsDeps } from './choice.server';
import type { FtpSettings } from './schema';

/**
 * Tests a server and stores its settings if it passes. The address is always stored in the database, because browsers
 * need it to read photos there after a restart; the login only if `keep` says so (rule `storage.ftp-settings`). The
 * first server that is set up is used immediately; a later one is used only if the present one is.
 * @throws DomainError access_denied; ftp_…_failed at the field concerned, with what the other side said
 */
export async function configureFtp(
  deps: SettingsDeps,
  { actor, settings }: { actor: Actor; settings: FtpSettings },
): Promise<void> {
  assertCan(actor, 'platform.configure');
  const { ftpHost: host, ftpDirectory: directory, ftpBaseUrl: baseUrl, keep } = settings;
  const access = await tryOut(settings);
  await refreshAndAsk(deps);
  const { choice } = deps.storage;
  const isFtpActive = choice.isFtpActive || choice.access === null;
  const chosen = { access, host, address: { baseUrl, directory }, isFtpActive, isStored: keep };
  await saveChoice(deps, { actor, choice: chosen });
}

/**
 * Switches between FTP and the storage besides it; files stay where they are (rule `storage.mode`).
 * @returns where new images belong from now on
 * @throws DomainError access_denied, ftp_not_configured
 */
export async function setStorageMode(
  deps: SettingsDeps,
  { actor, useFtp }: { actor: Actor; useFtp: boolean },
): Promise<Place> {
  assertCan(actor, 'platform.configure');
  await refreshAndAsk(deps);
  const { choice } = deps.storage;
  if (!choice.access) throw new DomainError('ftp_not_configured');
  await saveChoice(deps, { actor, choice: { ...choice, isFtpActive: useFtp } });
  return placeOf(deps.storage.wanted);
}

/**
 * The state of the storages. Every number is counted (rule `storage.counts`). It includes settings that another
 * server stored a moment ago.
 */
export async function getStorageStatus(deps: SettingsDeps): Promise<StorageStatus> {
  await refreshAndAsk(deps);
  const { db, storage } = deps;
  const { choice, base, wanted } = storage;
  const isConfigured = choice.access !== null;
  const [uploadStats, waitingMoves, waitingRemovals, damagedPhotos] = await Promise.all([
    countUploads(db),
    db.$count(fileWork, eq(fileWork.state, 'move')),
    db.$count(fileWork, and(eq(fileWork.state, 'remove'), gt(fileWork.attempts, 0))),
    countDamaged(db),
  ]);
  return {
    ftpStorageActive: isConfigured && choice.isFtpActive,
    ftpConfigured: isConfigured,
    ftpHost: choice.host,
    ftpDirectory: isConfigured ? (choice.address?.directory ?? null) : null,
    ftpBaseUrl: isConfigured ? (choice.address?.baseUrl ?? null) : null,
    uploadStats,
    places: listPlaces(deps, uploadStats),
    base: placeOf(base),
    wanted: placeOf(wanted),
    isEncrypted: choice.access?.secure ?? false,
    isStored: choice.isStored,
    isFtpDown: storage.targets()[0] !== wanted,
    waitingMoves,
    waitingRemovals,
    damagedPhotos,
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
  const countIn = (name: StorageName) => rows.find(({ storage }) => storage === name)?.count ?? 0;
  const counts = STORAGE_NAMES.map((name) => [`${name}Uploads`, countIn(name)]);
  const totalUploads = rows.reduce((sum, { count }) => sum + count, 0);
  return { totalUploads, ...Object.fromEntries(counts) } as UploadStats;
}

const placeOf = (name: StorageName): Place => ({ name, title: titleOf(name) });

function listPlaces({ storage }: SettingsDeps, stats: UploadStats): StorageStatus['places'] {
  const there = [...storage.reachable(), CHOSEN];
  return STORAGE_NAMES.map((name) => ({
    ...placeOf(name),
    photos: stats[`${name}Uploads`],
  })).filter(({ name, photos }) => there.includes(name) || photos > 0);
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
