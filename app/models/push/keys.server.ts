import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { pushKeys, pushSubscriptions } from '~db/schema';
import { makePushKeys, type PushKeys } from '~/services/push/push.server';
import { open, reseal, seal } from '~/services/secret-box.server';

const PURPOSE = 'push';

interface Deps {
  db: Db;
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

/** The keys, and whether they take the place of some that could not be opened. */
interface EnsuredKeys {
  keys: PushKeys;
  areReplaced: boolean;
}

/**
 * The keys that push services know this product by (rule `push.keys`). They are made at the first start, and again if
 * the row is gone or no secret opens it. Subscriptions were made for the former keys, so they are deleted.
 */
export async function ensurePushKeys(deps: Deps): Promise<EnsuredKeys> {
  const [row] = await deps.db.select().from(pushKeys);
  const stored = row && (await openKeys(deps, row));
  return stored ?? (await makeKeys(deps, row)) ?? ensurePushKeys(deps);
}

type KeyRow = typeof pushKeys.$inferSelect;

/** The stored keys; null if no secret opens them. What an older secret has sealed is sealed again. */
async function openKeys({ db, env }: Deps, row: KeyRow): Promise<EnsuredKeys | null> {
  const { publicKey, privateKeySealed: sealed } = row;
  const how = { secrets: env.SESSION_SECRET, purpose: PURPOSE };
  const privateKey = open(sealed, how);
  if (privateKey === null) return null;
  const resealed = reseal(sealed, how);
  if (resealed) {
    const isSame = eq(pushKeys.privateKeySealed, sealed);
    await db.update(pushKeys).set({ privateKeySealed: resealed }).where(isSame);
  }
  return { keys: { publicKey, privateKey }, areReplaced: false };
}

/** Makes and stores keys in the place of those that cannot be opened; null if another server has done so meanwhile. */
async function makeKeys({ db, env }: Deps, former?: KeyRow): Promise<EnsuredKeys | null> {
  const keys = await makePushKeys();
  const secret = env.SESSION_SECRET[0];
  const privateKeySealed = seal(keys.privateKey, { secret, purpose: PURPOSE });
  return db.transaction(async (tx) => {
    if (former) {
      await tx.delete(pushKeys).where(eq(pushKeys.privateKeySealed, former.privateKeySealed));
    }
    const made = await tx
      .insert(pushKeys)
      .values({ publicKey: keys.publicKey, privateKeySealed })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) return null;
    const devices = await tx.delete(pushSubscriptions).returning();
    return { keys, areReplaced: former !== undefined || devices.length > 0 };
  });
}
