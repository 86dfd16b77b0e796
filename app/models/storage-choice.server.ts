import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { storageSettings } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import { parseFtpHost } from '~/services/storage/ftp-host';
import type { FtpAccess } from '~/services/storage/ftp-driver.server';
import type { StorageChoice, Storages } from '~/services/storage/storages.server';
import type { Actor } from './access';
import { recordDeed } from './audit.server';
import { singleRow } from './row.server';

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
type SettingsValues = Partial<Omit<SettingsRow, 'id' | 'updatedAt'>>;

const PURPOSE = 'ftp credentials';
/** Told ones are none to be put into a row, and the other way round. */
const TOLD_PURPOSE = 'ftp settings in memory';

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
  if (!row || versionOf(row) <= deps.storage.choice.version) return false;
  deps.storage.choose(choiceOf(row, deps));
  return true;
}

/** `refreshStorages`; where the row has no way in, the other servers are asked whether one knows it. */
export async function catchUp(deps: SettingsDeps): Promise<void> {
  const isNew = await refreshStorages(deps);
  if (isNew && !deps.storage.choice.access) await notify(deps.db, WHO_KNOWS);
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
  if (!deps.storage.choice.access) await notify(deps.db, WHO_KNOWS);
}

/** Makes a choice that stands in the row, with which the other servers are told, and has it stand in memory too. */
export async function chooseKept(
  deps: SettingsDeps,
  { actor, values }: { actor: Actor; values: SettingsValues },
): Promise<void> {
  const row = await deps.db.transaction(async (tx) => {
    await recordDeed(tx, { actor, deed: 'platform.storage' });
    const written = await writeSettings(tx, values);
    await notify(tx, ROW_CHANGED);
    return written;
  });
  deps.storage.choose(choiceOf(row, deps));
}

/**
 * Makes a choice whose way in stands in no row: the other servers that run are told it, encrypted.
 * @param params.values what the row does say
 */
export async function chooseInMemory(
  deps: SettingsDeps,
  params: {
    actor: Actor;
    choice: Omit<StorageChoice, 'isKept' | 'version'>;
    values: SettingsValues;
  },
): Promise<void> {
  const { actor, choice, values } = params;
  const chosen = await deps.db.transaction(async (tx) => {
    await recordDeed(tx, { actor, deed: 'platform.storage' });
    const version = versionOf(await writeSettings(tx, values));
    const made = { ...choice, isKept: false, version };
    await tellMemory({ ...deps, db: tx }, made);
    return made;
  });
  deps.storage.choose(chosen);
}

/** User and password as the row keeps them. */
export function sealCredentials(
  { user, password }: FtpAccess,
  { env }: Pick<SettingsDeps, 'env'>,
): string {
  const [secret] = env.SESSION_SECRET;
  return seal(JSON.stringify({ user, password }), { secret, purpose: PURPOSE });
}

/** At the moment of the commit, where there is a transaction. */
async function notify(db: Db, news: string): Promise<void> {
  await db.execute(sql`select pg_notify(${STORAGE_NEWS}, ${news})`);
}

/** What is told of a way in: nothing twice, for a notice takes 8000 bytes. */
type Told = Pick<FtpAccess, 'user' | 'password' | 'secure' | 'directory'> &
  Pick<StorageChoice, 'isFtpActive' | 'version'> & { host: string; baseUrl: string };

/** Tells a choice that stands in no row; any other is not told. */
async function tellMemory(
  { db, env }: Pick<SettingsDeps, 'db' | 'env'>,
  { access, host, address, isFtpActive, isKept, version }: StorageChoice,
): Promise<void> {
  if (!access || !host || !address || isKept) return;
  const { user, password, secure, directory } = access;
  const { baseUrl } = address;
  const told: Told = { host, user, password, secure, directory, baseUrl, isFtpActive, version };
  const [secret] = env.SESSION_SECRET;
  await notify(db, seal(JSON.stringify(told), { secret, purpose: TOLD_PURPOSE }));
}

/** Takes over what another server told, unless this one knows as much, or newer things. */
async function takeTold({ storage, env, log }: SettingsDeps, news: string): Promise<void> {
  const text = open(news, { secrets: env.SESSION_SECRET, purpose: TOLD_PURPOSE });
  if (text === null) {
    log?.warn({}, 'what another server told cannot be decrypted: has it another SESSION_SECRET?');
    return;
  }
  const { user, password, secure, directory, host, baseUrl, isFtpActive, version } = JSON.parse(
    text,
  ) as Told;
  const known = storage.choice;
  // The row of the same change may have been read already; it has no way in.
  const isNewer = version > known.version || (version === known.version && !known.access);
  const server = parseFtpHost(host);
  if (!isNewer || !server) return;
  storage.choose({
    access: { host: server.host, port: server.port, secure, user, password, directory },
    host,
    address: { baseUrl, directory },
    isFtpActive,
    isKept: false,
    version,
  });
}

async function writeSettings(db: Db, values: SettingsValues): Promise<SettingsRow> {
  const rows = await db
    .insert(storageSettings)
    .values({ ...values, id: 1 })
    .onConflictDoUpdate({ target: storageSettings.id, set: { ...values, updatedAt: nextVersion } })
    .returning();
  return singleRow(rows);
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

function versionOf(row: SettingsRow): number {
  return row.updatedAt.getTime();
}
