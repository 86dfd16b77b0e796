import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { firstRun, users } from '~db/schema';
import type { Mailer } from '~/services/mail.server';
import type { PaymentProvider } from '~/services/stripe.server';
import { assertCan, type Actor } from '../access';
import { ADMIN_USER_ID, isMadeUpAddress } from '../user/rules';
import { firstSteps, type FirstRunNotes, type FirstSteps } from './first-run';
import type { HealthCheck } from './health.server';
import { isDiskLow } from './platform';
import { readDisk } from './platform.server';

/** What the first steps need from the application. */
interface FirstRunDeps {
  db: Db;
  env: { PUBLIC_ORIGIN?: string; DATA_DIR: string };
  health: Pick<HealthCheck, 'look'>;
  mail: Mailer | null;
  payments: PaymentProvider | null;
}

const NOTHING: FirstRunNotes = {
  passwordChosenAt: null,
  mailSentAt: null,
  payments: null,
  closedAt: null,
};

/**
 * The administrator's first steps (rule `admin.first-run`). It asks no other machine but the storage.
 * @param readAt the origin at which the administrator reads them
 * @returns null once all are done or the list is closed
 */
export async function readFirstSteps(
  deps: FirstRunDeps,
  { readAt }: { readAt: string },
): Promise<FirstSteps | null> {
  const { db, env, mail, payments } = deps;
  const [notes = NOTHING] = await db.select().from(firstRun).where(eq(firstRun.id, 1));
  if (notes.closedAt !== null) return null;
  const [[admin], health, disk] = await Promise.all([
    db.select({ email: users.email }).from(users).where(eq(users.id, ADMIN_USER_ID)),
    deps.health.look(),
    readDisk({ dataDir: env.DATA_DIR }),
  ]);
  return firstSteps(notes, {
    hasAddress: admin !== undefined && !isMadeUpAddress(admin.email),
    origin: env.PUBLIC_ORIGIN,
    readAt,
    isStorageFailing: health.status === 'failing' && health.part === 'storage',
    isDiskLow: isDiskLow(disk) || (health.status === 'failing' && health.part === 'disk'),
    hasMail: mail !== null,
    hasPayments: payments !== null,
  });
}

/** Notes that the administrator has a password other than the first one. */
export async function notePasswordChosen(db: Db, { now }: { now: Date }): Promise<void> {
  await note(db, { passwordChosenAt: now });
}

/** Notes what the administrator has done of a step, or that they close the list. */
export async function noteFirstStep(
  db: Db,
  { actor, ...notes }: { actor: Actor } & Partial<Omit<FirstRunNotes, 'passwordChosenAt'>>,
): Promise<void> {
  assertCan(actor, 'platform.configure');
  await note(db, notes);
}

async function note(db: Db, notes: Partial<FirstRunNotes>): Promise<void> {
  await db
    .insert(firstRun)
    .values({ ...notes, id: 1 })
    .onConflictDoUpdate({ target: firstRun.id, set: notes });
}
