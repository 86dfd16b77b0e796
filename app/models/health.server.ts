import type { LoopWatch } from '~/services/loop.server';
import type { MediaStorage } from '~/services/storage/types';

/** How the server is (rule `screens.health`). Busy is late, and not broken. */
export type Health =
  { status: 'ok' | 'busy' } | { status: 'failing'; part: 'database' | 'storage' | 'disk' };

/** Whether a proxy should send requests here. */
export type Readiness =
  { status: 'ready' } | { status: 'not ready'; reason: 'stopping' | 'database' | 'storage' };

/** Tells how the server is, and whether it takes requests. */
export interface HealthCheck {
  /** How things are, or were found a moment ago; within a second, however long it takes to find out. */
  look(): Promise<Health>;
  readiness(): Promise<Readiness>;
  /** Says from now on that the server is not ready, for it is about to stop. */
  leave(): void;
}

type Late = Pick<LoopWatch, 'lateMs'>;

/** What health depends on. */
export interface HealthDeps {
  /** Asks the database something that takes no time. */
  ping(): Promise<unknown>;
  storage: Pick<MediaStorage, 'check'>;
  disk: { isFull(): Promise<boolean> };
  loop: Late;
}

/** A part that takes longer than this to answer does not answer. */
const TIMEOUT_MS = 3000;
/** Whoever asks waits for so long; monitoring takes longer for a failure. */
const ANSWER_MS = 800;
/** A part that did not answer while the event loop was so late may have answered unheard. */
const LATE_MS = 500;
/** An answer holds for this long, a bad one too: finding out writes a file, and anyone may ask. */
const FRESH_MS = 5000;

/** Makes a check that looks at most every five seconds, however many ask and however long it takes. */
export function createHealthCheck(deps: HealthDeps & { now(): Date }): HealthCheck {
  let known: { health: Health; at: number } | null = null;
  let looking: Promise<Health> | null = null;
  let isLeaving = false;

  const isFresh = () => {
    if (!known) return false;
    const age = deps.now().getTime() - known.at;
    return age >= 0 && age < FRESH_MS;
  };
  /** Requests that come during a check wait for its answer, and begin none of their own. */
  const find = (): Promise<Health> => {
    looking ??= checkHealth(deps)
      .then((health) => {
        known = { health, at: deps.now().getTime() };
        return health;
      })
      .finally(() => (looking = null));
    return looking;
  };
  const look = async (): Promise<Health> => {
    if (known && isFresh()) return known.health;
    const found = await within(find(), ANSWER_MS);
    return found ?? known?.health ?? { status: 'busy' };
  };

  return {
    look,
    async readiness() {
      if (isLeaving) return { status: 'not ready', reason: 'stopping' };
      const health = await look();
      // A full disk refuses uploads alone: whoever looks at photos is to be let in.
      return health.status === 'failing' && health.part !== 'disk'
        ? { status: 'not ready', reason: health.part }
        : { status: 'ready' };
    },
    leave: () => (isLeaving = true),
  };
}

/** Whether database and storage answer, and uploads have room; names the first that does not. */
export async function checkHealth({ ping, storage, disk, loop }: HealthDeps): Promise<Health> {
  const [database, files, isFull] = await Promise.all([
    stateOf(ping(), loop),
    stateOf(storage.check(), loop),
    disk.isFull(),
  ]);
  if (database === 'failing') return { status: 'failing', part: 'database' };
  if (files === 'failing') return { status: 'failing', part: 'storage' };
  if (database === 'busy' || files === 'busy') return { status: 'busy' };
  return isFull ? { status: 'failing', part: 'disk' } : { status: 'ok' };
}

async function stateOf(question: Promise<unknown>, loop: Late): Promise<'ok' | 'busy' | 'failing'> {
  try {
    const answer = await within(
      question.then(() => 'ok' as const),
      TIMEOUT_MS,
    );
    return answer ?? (loop.lateMs(TIMEOUT_MS) > LATE_MS ? 'busy' : 'failing');
  } catch {
    return 'failing';
  }
}

/** What is answered in time; undefined where that takes longer. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
    // Nobody waits for it any more, and its failure would end the process.
    answer.catch(() => undefined);
  }
}
