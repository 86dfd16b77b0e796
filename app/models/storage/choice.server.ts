import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { storageSettings } from '~db/schema';
import { open, reseal, seal } from '~/services/secret-box.server';
import { parseFtpHost } from '~/services/storage/ftp-host';
import type { FtpAccess } from '~/services/storage/ftp-connection.server';
import type { StorageChoice, Storages } from '~/services/storage/storages.server';
import type { Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import { singleRow } from '../row.server';

// The administrator's storage settings: one row in the database, and in memory on every server. The server
// that changes them notifies the others (rule `storage.servers`).

/** What the settings of the storages need from the application. */
export interface SettingsDeps {
  db: Db;
  storage: Storages;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
  log?: { warn(details: object, message: string): void };
}

export type SettingsRow = typeof storageSettings.$inferSelect;
type SettingsValues = Omit<SettingsRow, 'id' | 'updatedAt'>;

/** The login at the FTP server. It is always encrypted; the address is public, because photos are read there. */
type Login = Pick<FtpAccess, 'user' | 'password' | 'secure'> & { host: string };

/** Settings encrypted for the row cannot be sent as a notice, nor the other way round. */
const PURPOSE = { row: 'ftp credentials', notice: 'ftp settings in memory' };

/** The channel on which the servers of a database notify each other of changes. */
export const STORAGE_CHANNEL = 'storage_news';
/** The notice that the row has changed. */
const ROW_CHANGED = 'row';
/** The notice that a server lacks settings which are stored in no row. */
const SETTINGS_WANTED = 'who';

/**
 * Reads the settings from the database and uses them if they are newer, because another server of the same
 * database may have changed them.
 * @returns whether they were newer
 */
export async function refreshStorages(deps: SettingsDeps): Promise<boolean> {
  const [row] = await deps.db.select().from(storageSettings).where(eq(storageSettings.id, 1));
  // Meanwhile this server may have got newer settings, which may be stored nowhere else.
  if (!row || row.updatedAt.getTime() <= deps.storage.choice.version) return false;
  const choice = chooseFromRow(deps, row);
  // Earlier versions stored the host unencrypted, and an older secret may have sealed the rest. The settings are the
  // same, so no server is notified.
  const sealing = { secrets: deps.env.SESSION_SECRET, purpose: PURPOSE.row };
  const isOld = row.ftpHost || reseal(row.ftpCredentials ?? '', sealing);
  if (isOld && choice.isStored) {
    const isUnchanged = eq(storageSettings.updatedAt, row.updatedAt);
    await deps.db.update(storageSettings).set(valuesOf(choice, deps)).where(isUnchanged);
  }
  return true;
}

/** Uses the settings of a row, which a backup may have instead of a database. */
export function chooseFromRow(deps: Omit<SettingsDeps, 'db'>, row: SettingsRow): StorageChoice {
  const choice = choiceOfRow(row, deps);
  deps.storage.choose(choice);
  return choice;
}

/** Reads the settings from the database. If the row has no login, asks the other servers for theirs. */
export async function refreshAndAsk(deps: SettingsDeps): Promise<void> {
  if (await refreshStorages(deps)) await askForUnstored(deps);
}

/**
 * Handles a notice from `STORAGE_CHANNEL`.
 * @param notice null when notices may have been missed
 */
export async function handleNotice(deps: SettingsDeps, notice: string | null): Promise<void> {
  if (notice === ROW_CHANGED) return refreshAndAsk(deps);
  if (notice === SETTINGS_WANTED) return sendUnstored(deps, deps.storage.choice);
  if (notice !== null) return takeUnstored(deps, notice);
  await refreshStorages(deps);
  await askForUnstored(deps);
}

/**
 * Changes the settings on all servers. The row stores them with the login encrypted. Settings that are to last
 * until the next start are stored without the login, which the running servers get by a notice (rule
 * `storage.ftp-settings`).
 */
export async function saveChoice(
  deps: SettingsDeps,
  { actor, choice }: { actor: Actor; choice: Omit<StorageChoice, 'version'> },
): Promise<void> {
  const values = valuesOf(choice, deps);
  const chosen = await deps.db.transaction(async (tx) => {
    await recordDeed(tx, { actor, deed: 'platform.storage' });
    const rows = await tx
      .insert(storageSettings)
      .values({ ...values, id: 1 })
      .onConflictDoUpdate({
        target: storageSettings.id,
        set: { ...values, updatedAt: nextVersion },
      })
      .returning();
    const made = { ...choice, version: singleRow(rows).updatedAt.getTime() };
    if (made.isStored) await notify(tx, ROW_CHANGED);
    else await sendUnstored({ ...deps, db: tx }, made);
    return made;
  });
  deps.storage.choose(chosen);
}

/** The current time, and at least 1 ms after the last change: two changes in a millisecond are two versions. */
const nextVersion = sql`greatest(now(), ${storageSettings.updatedAt} + interval '1 millisecond')`;

function valuesOf(
  { isStored, isFtpActive, address, ...choice }: Omit<StorageChoice, 'version'>,
  { env }: Pick<SettingsDeps, 'env'>,
): SettingsValues {
  const login = isStored ? loginOf(choice) : null;
  const sealed = { secret: env.SESSION_SECRET[0], purpose: PURPOSE.row };
  return {
    ftpStorageActive: isStored && isFtpActive,
    ftpDirectory: address?.directory ?? null,
    ftpBaseUrl: address?.baseUrl ?? null,
    ftpCredentials: login && seal(JSON.stringify(login), sealed),
    ftpHost: null,
    ftpSecure: null,
  };
}

function choiceOfRow(
  row: SettingsRow,
  { env, log }: Pick<SettingsDeps, 'env' | 'log'>,
): StorageChoice {
  const opened =
    row.ftpCredentials &&
    open(row.ftpCredentials, { secrets: env.SESSION_SECRET, purpose: PURPOSE.row });
  if (row.ftpCredentials && !opened) {
    log?.warn({}, 'the FTP credentials cannot be decrypted; was SESSION_SECRET replaced?');
  }
  const former = { host: row.ftpHost, secure: row.ftpSecure };
  const login = opened ? ({ ...former, ...JSON.parse(opened) } as Login) : null;
  const directory = row.ftpDirectory ?? '';
  return choiceOf(login, {
    address: row.ftpBaseUrl ? { baseUrl: row.ftpBaseUrl, directory } : null,
    isFtpActive: row.ftpStorageActive,
    isStored: login !== null,
    version: row.updatedAt.getTime(),
  });
}

function choiceOf(
  login: Login | null,
  rest: Omit<StorageChoice, 'access' | 'host'>,
): StorageChoice {
  const server = login && parseFtpHost(login.host);
  if (!server) return { ...rest, access: null, host: null, isStored: false };
  const { host, secure, user, password } = login;
  const directory = rest.address?.directory ?? '';
  const access = { host: server.host, port: server.port, secure, user, password, directory };
  return { ...rest, access, host };
}

function loginOf({ access, host }: Pick<StorageChoice, 'access' | 'host'>): Login | null {
  if (!access || !host) return null;
  const { user, password, secure } = access;
  return { host, user, password, secure };
}

/** Notifies all servers; inside a transaction, when it commits. */
async function notify(db: Db, notice: string): Promise<void> {
  await db.execute(sql`select pg_notify(${STORAGE_CHANNEL}, ${notice})`);
}

// Settings until the next start: their login is in no row, and the running servers send it to each other.

/** Complete settings for one notice, without repetition, because PostgreSQL allows 8000 bytes. */
type UnstoredSettings = Login &
  StorageChoice['address'] &
  Pick<StorageChoice, 'isFtpActive' | 'version'>;

async function askForUnstored({ db, storage }: SettingsDeps): Promise<void> {
  if (!storage.choice.access) await notify(db, SETTINGS_WANTED);
}

/** Sends the settings if their login is in no row. */
async function sendUnstored(
  { db, env }: Pick<SettingsDeps, 'db' | 'env'>,
  { address, isFtpActive, isStored, version, ...choice }: StorageChoice,
): Promise<void> {
  const login = loginOf(choice);
  if (!login || !address || isStored) return;
  const settings: UnstoredSettings = { ...login, ...address, isFtpActive, version };
  const sealed = { secret: env.SESSION_SECRET[0], purpose: PURPOSE.notice };
  await notify(db, seal(JSON.stringify(settings), sealed));
}

/** Uses the settings that another server has sent, if they are newer than this server's. */
async function takeUnstored({ storage, env, log }: SettingsDeps, notice: string): Promise<void> {
  const text = open(notice, { secrets: env.SESSION_SECRET, purpose: PURPOSE.notice });
  if (text === null) {
    log?.warn(
      {},
      'the settings of another server cannot be decrypted: has it another SESSION_SECRET?',
    );
    return;
  }
  const { baseUrl, directory, isFtpActive, version, ...login } = JSON.parse(
    text,
  ) as UnstoredSettings;
  const known = storage.choice;
  // The row of the same change may have been read already; it has no login.
  const isNewer = version > known.version || (version === known.version && !known.access);
  if (!isNewer) return;
  const address = { baseUrl, directory };
  storage.choose(choiceOf(login, { address, isFtpActive, isStored: false, version }));
}
