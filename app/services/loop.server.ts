import { AsyncResource } from 'node:async_hooks';

/** Measures how late this process is, and gives turns to work that takes time. */
export interface LoopWatch {
  /**
   * The longest delay of the event loop in the last `within` milliseconds, including a current one; or how
   * long the oldest work has waited for its turn, if that is longer.
   */
  lateMs(within: number): number;
  /** Starts work when its turn comes, in order of arrival. It is told how long it has waited. */
  begin(work: (waitedMs: number) => void): void;
  /** Waits for a turn to continue started work, which comes before new work. */
  nextTurn(): Promise<void>;
  /** Called for each accepted connection. */
  arrived(): void;
}

const TICK_MS = 20;
/** How long delays are remembered. */
const REMEMBERED_MS = 5000;
/** How much work is started in one turn of the event loop, in milliseconds. */
const ROUND_MS = 5;
/** The maximum number of turns that only accept connections. */
const ARRIVALS_MAX = 200;

interface Waiting {
  since: number;
  go(waitedMs: number): void;
}

/**
 * Watches the event loop with a timer: everything else is as late as the timer. A current delay counts
 * already, otherwise a single long turn would only be seen once it is over.
 *
 * Work takes turns, because Node accepts one connection per turn of the event loop. If each turn rendered a
 * page, the last of a thousand simultaneous clients would wait for a thousand pages before its connection is
 * accepted, and so would monitoring.
 */
export function watchLoop(now: () => number = () => performance.now()): LoopWatch {
  let due = now() + TICK_MS;
  let delays: { endedAt: number; ms: number }[] = [];
  let arrivals = 0;
  const begun: Waiting[] = [];
  const fresh: Waiting[] = [];
  let isWorking = false;

  const tick = () => {
    const endedAt = now();
    const ms = endedAt - due;
    delays = delays.filter((delay) => endedAt - delay.endedAt < REMEMBERED_MS);
    if (ms > TICK_MS) delays.push({ endedAt, ms });
    due = endedAt + TICK_MS;
  };
  setInterval(tick, TICK_MS).unref();

  /** A turn that accepted a connection is followed by another one. */
  const acceptConnections = async () => {
    for (let round = 0; round < ARRIVALS_MAX; round++) {
      const before = arrivals;
      await new Promise((resolve) => setImmediate(resolve));
      if (arrivals === before) return;
    }
  };
  const work = async () => {
    if (isWorking) return;
    isWorking = true;
    while (begun.length + fresh.length > 0) {
      await acceptConnections();
      const started = now();
      const on = begun.shift();
      on?.go(started - on.since);
      // Continued work runs once this function awaits again.
      while (!on && fresh[0] && now() - started < ROUND_MS) {
        const next = fresh.shift();
        next?.go(now() - next.since);
      }
    }
    isWorking = false;
  };
  const oldest = (at: number) => at - Math.min(begun[0]?.since ?? at, fresh[0]?.since ?? at);

  return {
    lateMs: (within) => {
      const at = now();
      const recent = delays.filter(({ endedAt }) => at - endedAt < within).map(({ ms }) => ms);
      return Math.max(at - due, oldest(at), ...recent);
    },
    begin: (go) => {
      // One turn serves many requests, so each keeps its own AsyncLocalStorage context.
      fresh.push({ since: now(), go: AsyncResource.bind(go) });
      void work();
    },
    nextTurn: () =>
      new Promise((resolve) => {
        begun.push({ since: now(), go: () => resolve() });
        void work();
      }),
    arrived: () => void (arrivals += 1),
  };
}
