import type { LoopWatch } from '~/services/loop.server';
import type { MediaStorage } from '~/services/storage/types';
import { within } from './within.server';

/** What the server needs, in the order in which a failure is named. */
const PARTS = ['database', 'storage', 'disk'] as const;
type Part = (typeof PARTS)[number];

/** The state of each part. Busy means slow, not broken. */
type PartStates = Record<Part, 'ok' | 'busy' | 'failing'>;

/** The server's health (rule `screens.health`). */
export type Health = { status: 'ok' | 'busy' } | { status: 'failing'; part: Part };

/** Whether a proxy should send requests here. */
type Readiness = { status: 'ready' } | { status: 'not ready'; reason: 'stopping' | Part };

/** Reports the server's health and whether it accepts requests. */
export interface HealthCheck {
  /** The current health, or a recent result. Answers within a second even if the check takes longer. */
  look(): Promise<Health>;
  /** The same for each part. */
  lookAtParts(): Promise<PartStates>;
  readiness(): Promise<Readiness>;
  /** Makes the server report that it is not ready, because it is about to stop. */
  leave(): void;
}

type Late = Pick<LoopWatch, 'lateMs'>;

/** What the health check depends on. */
export interface HealthDeps {
  /** Sends the database a trivial query. */
  ping(): Promise<unknown>;
  storage: Pick<MediaStorage, 'check'>;
  disk: { isFull(): Promise<boolean> };
  loop: Late;
}

/** A part that takes longer than this counts as not answering. */
const TIMEOUT_MS = 3000;
/** How long a caller waits for a check. Monitoring systems treat slow answers as failures. */
const ANSWER_MS = 800;
/** If the event loop was this late, a part that seems silent may have answered in time. */
const LATE_MS = 500;
/** How long a result is reused, even a failure: the check writes a file, and anyone may call it. */
const FRESH_MS = 5000;

/**
 * Creates a check that runs at most every five seconds, no matter how many clients ask or how long it takes.
 */
export function createHealthCheck(deps: HealthDeps & { now(): Date }): HealthCheck {
  let known: { parts: PartStates; at: number } | null = null;
  let looking: Promise<PartStates> | null = null;
  let isLeaving = false;

  const isFresh = () => {
    if (!known) return false;
    const age = deps.now().getTime() - known.at;
    return age >= 0 && age < FRESH_MS;
  };
  /** Concurrent requests share one running check. */
  const find = (): Promise<PartStates> => {
    looking ??= checkParts(deps)
      .then((parts) => {
        known = { parts, at: deps.now().getTime() };
        return parts;
      })
      .finally(() => (looking = null));
    return looking;
  };
  const lookAtParts = async (): Promise<PartStates> => {
    if (known && isFresh()) return known.parts;
    const found = await within(find(), ANSWER_MS);
    return found ?? known?.parts ?? BUSY;
  };
  const look = async () => healthOf(await lookAtParts());

  return {
    look,
    lookAtParts,
    async readiness() {
      if (isLeaving) return { status: 'not ready', reason: 'stopping' };
      const health = await look();
      return health.status === 'failing'
        ? { status: 'not ready', reason: health.part }
        : { status: 'ready' };
    },
    leave: () => (isLeaving = true),
  };
}

/** While nothing is known. */
const BUSY: PartStates = { database: 'busy', storage: 'busy', disk: 'ok' };

/** The health of the whole: the first part that fails, else whether one is busy. */
function healthOf(parts: PartStates): Health {
  const failing = PARTS.find((part) => parts[part] === 'failing');
  if (failing) return { status: 'failing', part: failing };
  return { status: PARTS.some((part) => parts[part] === 'busy') ? 'busy' : 'ok' };
}

/** Checks whether the database and the storage answer and whether uploads have room. */
export async function checkParts({ ping, storage, disk, loop }: HealthDeps): Promise<PartStates> {
  const [database, files, isFull] = await Promise.all([
    stateOf(ping(), loop),
    stateOf(storage.check(), loop),
    disk.isFull(),
  ]);
  return { database, storage: files, disk: isFull ? 'failing' : 'ok' };
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
