import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import {
  isFreshClaim,
  preventCancel,
  putOffWork,
  renewClaim,
  RENEW_MS,
  type FileLog,
  type FileWork,
} from './file-work.server';

/** What work on files needs from the application. */
export interface FileWorkDeps {
  db: Db;
  storage: MediaStorage;
  log?: FileLog;
}

/** How a run gets the time, and whether it may begin the next piece of work. */
export interface FileWorkRun {
  now?: () => Date;
  mayContinue?: () => Promise<boolean>;
}

/** A claim on work, which renews itself until it ends. */
export interface FileClaim {
  /** Makes sure that the claim holds now. @throws when the work is no longer ours */
  hold(): Promise<void>;
  /**
   * Ends the renewals. Call it before a transaction begins, in which a renewal would wait.
   * @returns the work as it stands, for `settleWork`
   */
  end(): Promise<FileWork>;
}

/**
 * Does claimed work. Its claim is renewed for as long as that takes. Work that fails is put off.
 * @returns what the task returned; 'failed' when it threw
 */
export async function doClaimed<T>(
  { db, log }: FileWorkDeps,
  { work, now }: { work: FileWork; now: () => Date },
  task: (claim: FileClaim) => Promise<T>,
): Promise<T | 'failed'> {
  const claim = startRenewal({ db, log }, { work, now });
  try {
    return await task(claim);
  } catch (error) {
    const { storage, imageKey: key, state } = work;
    log?.warn({ err: error, key, storage }, `the ${state} of files is put off`);
    const current = await claim.end();
    const isPutOff = await putOffWork(db, { work: current, error, now: now() });
    if (!isPutOff && state === 'remove') await preventCancel(db, current);
    return 'failed';
  }
}

/** Renews a claim every minute until it ends. */
function startRenewal(
  { db, log }: Pick<FileWorkDeps, 'db' | 'log'>,
  { work, now }: { work: FileWork; now: () => Date },
): FileClaim {
  let current = work;
  let last: Promise<unknown> = Promise.resolve();

  async function renewNow(): Promise<boolean> {
    const renewed = await renewClaim(db, { work: current, now: now() });
    if (renewed) current = renewed;
    return renewed !== null;
  }
  // Renewals run one after the other: each finds the row by the end that the one before has set.
  const renew = () => {
    const next = last.then(renewNow);
    last = next.catch(() => undefined);
    return next;
  };
  const heartbeat = setInterval(() => {
    renew().catch((error: unknown) => {
      log?.warn({ err: error, key: work.imageKey }, 'a claim on files was not renewed');
    });
  }, RENEW_MS);

  return {
    async hold() {
      if (!isFreshClaim(current, now()) && !(await renew())) {
        throw new Error(`the ${work.state} was taken over`);
      }
    },
    async end() {
      clearInterval(heartbeat);
      await last;
      return current;
    },
  };
}
