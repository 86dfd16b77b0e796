import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ImageAnswer, ImageFailure, ImageQuestion } from './image-child.server';
import { ImageError } from './image-error.server';
import type { ImageWork } from './image-work.server';
import { memoryOf } from './memory.server';

/** How long the process stays after its last image. Decoders free their memory only when it ends. */
const IDLE_MS = 10_000;
/** Far more than the largest accepted photo takes on a busy machine. */
const TIMEOUT_MS = 120_000;
const START_MS = 60_000;
/** How often the process's memory is checked while it works. */
const LOOK_MS = 50;
/** If the machine runs out of memory, the kernel kills this process before the server. */
const ENDS_FIRST = '900';

/** Works on images in a separate process. */
export interface ImageProcess extends ImageWork {
  /** Ends the process. */
  close(): Promise<void>;
}

/**
 * Prepares the process, which starts with the first image and ends after some seconds without work. It is
 * killed if it exceeds its memory or time limit. If it was working on several images, the culprit is unknown,
 * so each is retried alone, and refused if the process ends again.
 * @param options.memory the memory limit of the process, in bytes
 * @param options.file the script it runs; tests pass one that fails
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
  /** Resolves when no image is being retried alone any more. */
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
  /** Starts the idle timer, or ends the process at once if it still holds much memory. */
  const rest = (asked: Child) => {
    // Two simultaneous answers both call this.
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
    toMailPicture: (picture) => ask('toMailPicture', picture) as Promise<Buffer>,
    toPodium: (sheet) => ask('toPodium', sheet) as Promise<Buffer>,
    async close() {
      clearTimeout(idle);
      child?.end('idle');
    },
  };
}

type End = 'memory' | 'time' | 'crash' | 'away' | 'idle';

/** The process ended before it answered. */
class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';

  constructor(
    readonly end: End,
    readonly wasAlone: boolean,
    cause?: unknown,
  ) {
    super(`the process for images has ended: ${end}`, { cause });
  }

  /** The error for the image that the process was working on. */
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
  /** Kills the process. All pending requests fail at once, without waiting for the exit. */
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
  // A SIGKILL that this server did not send comes from the system, which may have run out of memory.
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

/** The process decodes untrusted data, so it gets no secrets. Few arenas keep its memory from fragmenting. */
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
    // Not Linux, or the process has not started, which its events report.
  }
  return started;
}

function errorOf({ reason, figures, cause }: ImageFailure): ImageError {
  return new ImageError(reason, { figures, cause: new Error(cause) });
}

/** The script in the sources or in build/server. */
function childFile(): string {
  const built = new URL('./image-child.js', import.meta.url);
  const source = new URL('./image-child-from-source.mjs', import.meta.url);
  return fileURLToPath(existsSync(built) ? built : source);
}
