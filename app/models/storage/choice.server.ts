import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { storageSettings } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { parseFtpHost } from '~/services/storage/ftp-host';
import type { FtpAccess } from '~/services/storage/ftp-connection.server';
import type { StorageChoice, Storages } from '~/services/storage/storages.server';
import type { Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import { singleRow } from '../row.server';

// The administrator's choice of storages: one row in the database, and in memory on every server. Who
// changes it tells the others (rule `storage.servers`, decision 32).

/** What the settings of the storages need of the application. */
export interface SettingsDeps {
  db: Db;
  storage: Storages;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
  log?: { warn(details: object, message: string): void };
}

type SettingsRow = typeof storageSettings.$inferSelect;
type SettingsValues = Omit<SettingsRow, 'id' | 'updatedAt'>;

/** How to get in. It is sealed wherever it stands; the address is public, for photos are read there. */
type WayIn = Pick<FtpAccess, 'user' | 'password' | 'secure'> & { host: string };

/** What is sealed for the row is nothing to be told, and the other way round. */
const PURPOSE = { row: 'ftp credentials', told: 'ftp settings in memory' };

/** The channel on which servers of a database tell each other of the choice. */
export const STORAGE_NEWS = 'storage_news';
/** The row has changed. */
const ROW_CHANGED = 'row';
/** Who knows settings that stand in no row? */
const WHO_KNOWS = 'who';

/**
 * Takes over what the database says of the storages, if that is new: at the start, and now and then,
 * because another server of the same database may have changed it.
 * @returns whether it was
 */
export async function refreshStorages(deps: SettingsDeps): Promise<boolean> {
  const [row] = await deps.db.select().from(storageSettings).where(eq(storageSettings.id, 1));
  // While it was read, this server may have made a newer choice, which may stand nowhere else.
  if (!row || row.updatedAt.getTime() <= deps.storage.choice.version) return false;
  const choice = choiceOfRow(row, deps);
  deps.storage.choose(choice);
  // Earlier versions kept the host beside what they sealed. The choice is the same, so nobody is told.
  if (row.ftpHost && choice.isKept) {
    const isUnchanged = eq(storageSettings.updatedAt, row.updatedAt);
    await deps.db.update(storageSettings).set(valuesOf(choice, deps)).where(isUnchanged);
  }
  return true;
}

/** `refreshStorages`; where the row has no way in, the other servers are asked whether one knows it. */
export async function catchUp(deps: SettingsDeps): Promise<void> {
  if (await refreshStorages(deps)) await askForMemory(deps);
}

/**
 * What came on `STORAGE_NEWS`.
 * @param news null when some may have been missed
 */
export async function hearNews(deps: SettingsDeps, news: string | null): Promise<void> {
  if (news === ROW_CHANGED) return catchUp(deps);
  if (news === WHO_KNOWS) return tellMemory(deps, deps.storage.choice);
  if (news !== null) return takeTold(deps, news);
  await refreshStorages(deps);
  await askForMemory(deps);
}

/**
 * Makes a choice that all servers know. A kept one stands in the row, its way in sealed; any other lasts until the
 * next start: only its address stands in the row, and the servers that run are told the rest (rule
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
    if (made.isKept) await notify(tx, ROW_CHANGED);
    else await tellMemory({ ...deps, db: tx }, made);
    return made;
  });
  deps.storage.choose(chosen);
}

/** Now, and in any case later than before: also two changes within a millisecond are two versions. */
const nextVersion = sql`greatest(now(), ${storageSettings.updatedAt} + interval '1 millisecond')`;

function valuesOf(
  { isKept, isFtpActive, address, ...choice }: Omit<StorageChoice, 'version'>,
  { env }: Pick<SettingsDeps, 'env'>,
): SettingsValues {
  const way = isKept ? wayInOf(choice) : null;
  const sealed = { secret: env.SESSION_SECRET[0], purpose: PURPOSE.row };
  return {
    ftpStorageActive: isKept && isFtpActive,
    ftpDirectory: address?.directory ?? null,
    ftpBaseUrl: address?.baseUrl ?? null,
    ftpCredentials: way && seal(JSON.stringify(way), sealed),
    ftpHost: null,
    ftpSecure: null,
  };
}

function choiceOfRow(row: SettingsRow, { env, log }: SettingsDeps): StorageChoice {
  const opened =
    row.ftpCredentials &&
    open(row.ftpCredentials, { secrets: env.SESSION_SECRET, purpose: PURPOSE.row });
  if (row.ftpCredentials && !opened) {
    log?.warn({}, 'the FTP credentials cannot be decrypted; was SESSION_SECRET replaced?');
  }
  const former = { host: row.ftpHost, secure: row.ftpSecure };
  const way = opened ? ({ ...former, ...JSON.parse(opened) } as WayIn) : null;
  const directory = row.ftpDirectory ?? '';
  return choiceOf(way, {
    address: row.ftpBaseUrl ? { baseUrl: row.ftpBaseUrl, directory } : null,
    isFtpActive: row.ftpStorageActive,
    isKept: way !== null,
    version: row.updatedAt.getTime(),
  });
}

function choiceOf(way: WayIn | null, rest: Omit<StorageChoice, 'access' | 'host'>): StorageChoice {
  const server = way && parseFtpHost(way.host);
  if (!server) return { ...rest, access: null, host: null, isKept: false };
  const { host, secure, user, password } = way;
  const directory = rest.address?.directory ?? '';
  const access = { host: server.host, port: server.port, secure, user, password, directory };
  return { ...rest, access, host };
}

function wayInOf({ access, host }: Pick<StorageChoice, 'access' | 'host'>): WayIn | null {
  if (!access || !host) return null;
  const { user, password, secure } = access;
  return { host, user, password, secure };
}

/** At the moment of the commit, where there is a transaction. */
async function notify(db: Db, news: string): Promise<void> {
  await db.execute(sql`select pg_notify(${STORAGE_NEWS}, ${news})`);
}

// Settings until the next start: the way in stands in no row, and the servers that run tell it each other.

/** A whole choice in one notice, with nothing twice, for a notice takes 8000 bytes. */
type Told = WayIn & StorageChoice['address'] & Pick<StorageChoice, 'isFtpActive' | 'version'>;

async function askForMemory({ db, storage }: SettingsDeps): Promise<void> {
  if (!storage.choice.access) await notify(db, WHO_KNOWS);
}

/** Tells a choice that stands in no row; any other is not told. */
async function tellMemory(
  { db, env }: Pick<SettingsDeps, 'db' | 'env'>,
  { address, isFtpActive, isKept, version, ...choice }: StorageChoice,
): Promise<void> {
  const way = wayInOf(choice);
  if (!way || !address || isKept) return;
  const told: Told = { ...way, ...address, isFtpActive, version };
  const sealed = { secret: env.SESSION_SECRET[0], purpose: PURPOSE.told };
  await notify(db, seal(JSON.stringify(told), sealed));
}

/** Takes over what another server told, unless this one knows as much, or newer things. */
async function takeTold({ storage, env, log }: SettingsDeps, news: string): Promise<void> {
  const text = open(news, { secrets: env.SESSION_SECRET, purpose: PURPOSE.told });
  if (text === null) {
    log?.warn({}, 'what another server told cannot be decrypted: has it another SESSION_SECRET?');
    return;
  }
  const { baseUrl, directory, isFtpActive, version, ...way } = JSON.parse(text) as Told;
  const known = storage.choice;
  // The row of the same change may have been read already; it has no way in.
  const isNewer = version > known.version || (version === known.version && !known.access);
  if (!isNewer) return;
  const address = { baseUrl, directory };
  storage.choose(choiceOf(way, { address, isFtpActive, isKept: false, version }));
}
