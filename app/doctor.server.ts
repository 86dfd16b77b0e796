import { statSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, type DatabaseConnection, type Db } from '~db/client.server';
import { DataInUseError } from '~db/data-lock.server';
import { stripeAccess, VARIABLES, type Env } from '~/env.server';
import { findMisspelt } from '~/misspelt-variables';
import { found, type Finding } from '~/models/admin/doctor';
import {
  CHECK_MS,
  checkClock,
  checkDatabase,
  checkDisk,
  checkMail,
  checkMemory,
  checkPayments,
  checkProgram,
  checkStorages,
  checkTimeZone,
} from '~/models/admin/doctor-checks.server';
import { within } from '~/models/admin/within.server';
import { checkMigrations } from '~/models/admin/migrations.server';
import { askOrigin, codeOf } from '~/models/admin/reach.server';
import { refreshStorages } from '~/models/storage/choice.server';
import { migrationsFolder } from '~/open-database.server';
import { createMediaStorage } from '~/services/storage/index.server';
import type { Storages } from '~/services/storage/storages.server';
import { createPaymentProvider, type PaymentProvider } from '~/services/stripe.server';
import { storageVariables } from '~/storage-variables.server';
import { VERSION } from '~/version.server';

// The doctor: the questions that a support thread asks (rule `admin.doctor`).

/** Variables whose values are neither secret nor personal. */
const TOLD = [
  'PORT',
  'HOST',
  'PUBLIC_ORIGIN',
  'TRUST_PROXY',
  'EVENT_TIME_ZONE',
  'ORGANIZER_PROOF',
  'LOG_LEVEL',
];

/** The reason of a check that reached its time limit. */
const LATE = 'ETIMEDOUT';

/** What is examined. */
interface Patient {
  env: Env;
  storage: Storages;
  payments: PaymentProvider | null;
  /** Null if it is not open; `database` says why. */
  db: Db | null;
  database?: Finding;
}

/** Examines a running application. */
export function examine({ env, db, storage, payments }: Patient): Promise<Finding[]> {
  return findings({ env, db, storage, payments });
}

/**
 * Examines a server from another process, whether or not it runs. It changes nothing: it opens the database without
 * migrating it.
 */
export async function examineAlone(env: Env): Promise<Finding[]> {
  const storage = createMediaStorage(storageVariables(env));
  const payments = createPaymentProvider(stripeAccess(env));
  const opened = await openAsItIs(env);
  const db = opened.connection?.db ?? null;
  try {
    if (db) await refreshStorages({ db, storage, env }).catch(() => undefined);
    return await findings({ env, storage, payments, db, database: opened.finding });
  } finally {
    storage.close();
    await opened.connection?.close();
  }
}

async function findings(patient: Patient): Promise<Finding[]> {
  const { env, db, storage, payments } = patient;
  const database = patient.database ?? (db && (await checkDatabase(db, { url: env.DATABASE_URL })));
  // Further queries to a database that does not answer would only wait for their timeouts.
  const answering = database?.says === 'database_away' ? null : db;
  const [stored, disk, reached, mail, paid] = await Promise.all([
    within(checkStorages(storage), CHECK_MS),
    checkDisk(env),
    askOrigin(env),
    within(checkMail(env), CHECK_MS),
    within(checkPayments(payments), CHECK_MS),
  ]);
  return [
    checkProgram(VERSION),
    ...checkVariables(process.env),
    ...(database ? [database] : []),
    ...(answering ? [await migrationsOf(answering)] : []),
    ...(stored ?? [found('storage_failing', { name: storage.base, reason: LATE })]),
    disk,
    checkMemory(),
    ...reached.findings,
    await checkClock(answering, reached),
    mail ?? found('mail_unreachable', { server: '' }),
    paid ?? found('payments_refused', { reason: LATE }),
    await checkTimeZone(answering, env),
  ];
}

/** Which variables are set. Values are shown only if they are harmless. */
function checkVariables(source: NodeJS.ProcessEnv): Finding[] {
  const set = VARIABLES.filter((name) => source[name] !== undefined && source[name] !== '');
  const names = set.map((name) => (TOLD.includes(name) ? `${name}=${source[name]}` : name));
  const misspelt = findMisspelt(Object.keys(source), VARIABLES);
  return [
    set.length > 0 ? found('variables_set', { names: names.join(', ') }) : found('variables_none'),
    ...misspelt.map(({ name, meant }) => found('variables_misspelt', { name, meant })),
  ];
}

async function migrationsOf(db: Db): Promise<Finding> {
  try {
    return await checkMigrations(db, { folder: migrationsFolder() });
  } catch (error) {
    return found('database_away', { reason: codeOf(error) });
  }
}

interface Opened {
  connection?: DatabaseConnection;
  /** Why it is not open. */
  finding?: Finding;
}

/** Opens the database for reading. It does not open a database that opening would create or change. */
async function openAsItIs({ DATABASE_URL: url, DATA_DIR: dataDir }: Env): Promise<Opened> {
  if (!url) {
    const owner = ownerOf(join(dataDir, 'database'));
    if (owner === null) return { finding: found('database_none') };
    // The server could not read files that this process writes there.
    if (process.getuid && owner !== process.getuid()) {
      return { finding: found('database_owner', { owner: String(owner) }) };
    }
  }
  try {
    return { connection: await connectDatabase({ url, dataDir }) };
  } catch (error) {
    if (error instanceof DataInUseError) return { finding: found('database_in_use') };
    return { finding: found('database_away', { reason: codeOf(error) }) };
  }
}

function ownerOf(folder: string): number | null {
  try {
    return statSync(folder).uid;
  } catch {
    return null;
  }
}
