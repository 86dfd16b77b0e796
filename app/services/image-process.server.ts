import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ImageAnswer, ImageFailure, ImageQuestion } from './image-child.server';
import { ImageError } from './image-error.server';
import type { ImageWork } from './image-work.server';
import { memoryOf } from './memory.server';

/** What decoders have taken is given back when their process ends: so soon after its last image. */
const IDLE_MS = 10_000;
/** Far beyond what the largest accepted photo takes on a busy machine. */
const TIMEOUT_MS = 120_000;
const START_MS = 60_000;
/** How often it is looked at what the process takes, while it works. */
const LOOK_MS = 50;
/** The system ends this process before the server, where there is no memory left for both. */
const ENDS_FIRST = '900';

/** Works on images in a process of their own. */
export interface ImageProcess extends ImageWork {
  /** Ends the process. */
  close(): Promise<void>;
}

/**
 * Prepares the process; it starts with the first image and ends when it has had nothing to do for seconds. One
 * that takes more memory than it may, or longer than anything does, is ended. Of several images that it was
 * working on nobody knows which one did it: each is tried once more, alone, and refused if that ends it, too.
 * @param options.memory what the process may take, in bytes
 * @param options.file what it runs; tests give one that fails
 */
export function createImageProcess({
  memory,
  idleMs = IDLE_MS,
  timeoutMs = TIMEOUT_MS,
  file = childFile(),
}: {
  memory: number;
  idleMs?: number;
  timeoutMs?: number;
  file?: string;
}): ImageProcess {
  let child: Child | null = null;
  let idle: NodeJS.Timeout | undefined;
  /** Done when nobody is tried alone any more. */
  let alone: Promise<unknown> = Promise.resolve();

  async function once(question: Omit<ImageQuestion, 'id'>): Promise<unknown> {
    clearTimeout(idle);
    if (!child?.isRunning()) child = startChild({ file, memory, timeoutMs });
    const asked = child;
    try {
      return await asked.ask(question);
    } finally {
      if (asked.isIdle() && child === asked) rest(asked);
    }
  }
  /** What it has not given back by itself goes with it at once, if that is much. */
  const rest = (asked: Child) => {
    // Two answers that come at once both end up here.
    clearTimeout(idle);
    if (asked.memory() > memory / 2) asked.end('idle');
    else idle = setTimeout(() => asked.end('idle'), idleMs).unref();
  };
  const onceAlone = (question: Omit<ImageQuestion, 'id'>) => {
    const turn = alone.then(() => once(question));
    alone = turn.catch(() => undefined);
    return turn;
  };
  async function ask(method: keyof ImageWork, ...given: unknown[]): Promise<unknown> {
    await alone;
    try {
      return await once({ method, given });
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      if (error.wasAlone) throw error.refusal();
    }
    try {
      return await onceAlone({ method, given });
    } catch (error) {
      throw error instanceof ProcessEnded ? error.refusal() : error;
    }
  }

  return {
    make: (path) => ask('make', path) as ReturnType<ImageWork['make']>,
    makeHeif: (path, header) => ask('makeHeif', path, header) as ReturnType<ImageWork['makeHeif']>,
    toJpeg: (full) => ask('toJpeg', full) as Promise<Buffer>,
    toPrint: (picture) => ask('toPrint', picture) as Promise<Buffer>,
    async close() {
      clearTimeout(idle);
      child?.end('idle');
    },
  };
}

type End = 'memory' | 'time' | 'crash' | 'away' | 'idle';

/** The process has ended before it had answered. */
class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';

  constructor(
    readonly end: End,
    readonly wasAlone: boolean,
    cause?: unknown,
  ) {
    super(`the process for images has ended: ${end}`, { cause });
  }

  /** What is said of an image that it has ended over. */
  refusal(): ImageError {
    const isItsFault = this.end === 'time' || this.end === 'crash';
    const reason = this.end === 'memory' ? 'too_many_pixels' : isItsFault ? 'invalid' : 'failed';
    return new ImageError(reason, { cause: this });
  }
}

interface Child {
  ask(question: Omit<ImageQuestion, 'id'>): Promise<unknown>;
  isRunning(): boolean;
  isIdle(): boolean;
  memory(): number;
  /** Ends it at once: whatever it was asked fails now, however long the system takes over it. */
  end(end: End, cause?: unknown): void;
}

interface Pending {
  resolve(made: unknown): void;
  reject(error: unknown): void;
  overdue?: NodeJS.Timeout;
}

function startChild(options: { file: string; memory: number; timeoutMs: number }): Child {
  const started = forkFile(options.file);
  const pending = new Map<number, Pending>();
  let count = 0;
  let isRunning = true;
  let isReady = false;
  const memory = () => memoryOf(started.pid ?? 0);
  const look = setInterval(() => {
    if (pending.size > 0 && memory() > options.memory) end('memory');
  }, LOOK_MS).unref();
  const starting = setTimeout(() => end('away'), START_MS);

  function end(how: End, cause?: unknown): void {
    if (!isRunning) return;
    isRunning = false;
    clearInterval(look);
    clearTimeout(starting);
    const wasAlone = pending.size < 2;
    for (const { reject, overdue } of pending.values()) {
      clearTimeout(overdue);
      reject(new ProcessEnded(how, wasAlone, cause));
    }
    pending.clear();
    started.kill('SIGKILL');
  }
  const settle = (id: number): Pending | undefined => {
    const one = pending.get(id);
    clearTimeout(one?.overdue);
    pending.delete(id);
    return one;
  };

  started.on('error', (error) => end('away', error));
  // A signal that is not ours comes from the system, which may have had no memory left for anybody.
  started.on('exit', (code, signal) => {
    end(isReady && signal !== 'SIGKILL' ? 'crash' : 'away', `code ${code}, signal ${signal}`);
  });
  const ready = new Promise<void>((resolve) => {
    started.on('message', (answer: ImageAnswer) => {
      if ('isReady' in answer) {
        isReady = true;
        clearTimeout(starting);
        resolve();
      } else if ('made' in answer) settle(answer.id)?.resolve(answer.made);
      else settle(answer.id)?.reject(errorOf(answer.failure));
    });
  });

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = (count += 1);
        const own: Pending = { resolve, reject };
        pending.set(id, own);
        void ready.then(() => {
          if (!pending.has(id)) return;
          own.overdue = setTimeout(() => end('time'), options.timeoutMs);
          started.send({ id, ...question } satisfies ImageQuestion, (error) => {
            if (error) end('away', error);
          });
        });
      }),
    isRunning: () => isRunning,
    isIdle: () => pending.size === 0,
    memory,
    end,
  };
}

/** Whoever decodes what strangers send is given no secrets, and few arenas to scatter memory over. */
function forkFile(file: string): ChildProcess {
  const { PATH, TMPDIR, NODE_ENV } = process.env;
  const started = fork(file, [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH, TMPDIR, NODE_ENV, MALLOC_ARENA_MAX: '2' } as NodeJS.ProcessEnv,
  });
  started.unref();
  started.channel?.unref();
  try {
    writeFileSync(`/proc/${started.pid}/oom_score_adj`, ENDS_FIRST);
  } catch {
    // Not Linux, or it has not started: that is told by its events.
  }
  return started;
}

function errorOf({ reason, figures, cause }: ImageFailure): ImageError {
  return new ImageError(reason, { figures, cause: new Error(cause) });
}

/** Whether this runs from the sources or from build/server. */
function childFile(): string {
  const built = new URL('./image-child.js', import.meta.url);
  const source = new URL('./image-child-from-source.mjs', import.meta.url);
  return fileURLToPath(existsSync(built) ? built : source);
}
