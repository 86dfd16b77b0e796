import { AsyncResource } from 'node:async_hooks';

/** How late this process is with what waits for it, and turns for what takes time. */
export interface LoopWatch {
  /**
   * The longest delay of the event loop in the last so many milliseconds, the one that lasts included; or how
   * long somebody has waited for a turn by now, if that is longer.
   */
  lateMs(within: number): number;
  /** Begins a piece of work when its turn comes, in the order they came; it is told how long it has waited. */
  begin(work: (waitedMs: number) => void): void;
  /** Waits for a turn to go on with what was begun, before anything else begins. */
  goOn(): Promise<void>;
  /** Is told of each connection that is accepted. */
  arrived(): void;
}

const TICK_MS = 20;
/** Delays are remembered for so long. */
const REMEMBERED_MS = 5000;
/** So much work is begun in one round of the event loop, in milliseconds. */
const ROUND_MS = 5;
/** So many connections are accepted at most before the next turn. */
const ARRIVALS_MAX = 200;

interface Waiting {
  since: number;
  go(waitedMs: number): void;
}

/**
 * Watches the event loop by a timer: as late as that comes, so late is everything else. A delay that has not
 * ended counts already, or a single long round would only be seen once it is over.
 *
 * Work takes turns, because Node accepts one connection in a round of the event loop: with a page drawn in
 * each, the last of a thousand who come together would wait for a thousand pages before anybody heard them,
 * and so would monitoring.
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

  /** Rounds in which a connection came are followed by another. */
  const letIn = async () => {
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
      await letIn();
      const started = now();
      const on = begun.shift();
      on?.go(started - on.since);
      // What goes on takes its time once this function waits again.
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
      // One round serves many: each keeps what its own request has in AsyncLocalStorage.
      fresh.push({ since: now(), go: AsyncResource.bind(go) });
      void work();
    },
    goOn: () =>
      new Promise((resolve) => {
        begun.push({ since: now(), go: () => resolve() });
        void work();
      }),
    arrived: () => void (arrivals += 1),
  };
}
