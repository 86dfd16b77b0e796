import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { PdfAnswer, PdfContent } from './pdf-worker.server';

/** How long the thread stays without work: the library and the open fonts take 60 MB. */
const IDLE_MS = 5 * 60 * 1000;
/** Far more than the longest invitation takes on a busy machine. */
const TIMEOUT_MS = 60_000;
/** A document that grows without end ends its thread, not the server. */
const MAX_MEMORY_MB = 256;

/** Renders PDFs, and the texts of pictures, in a separate thread, so that requests are not blocked. */
export interface PdfThread {
  /**
   * Renders one PDF or SVG. Wait for it before requesting the next one. The thread starts with the first one, ends
   * after some minutes without work, and is replaced if it fails.
   * @throws what the document throws, or why the thread stopped
   */
  render(content: PdfContent): Promise<Uint8Array>;
  /** Stops the thread; a running PDF fails. */
  close(): Promise<void>;
}

/**
 * Prepares the thread without starting it.
 * @param options.start starts it; tests pass one that fails
 */
export function createPdfThread({
  idleMs = IDLE_MS,
  timeoutMs = TIMEOUT_MS,
  start = startWorker,
}: { idleMs?: number; timeoutMs?: number; start?: () => Worker } = {}): PdfThread {
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const open = (): Worker => {
    if (worker) return worker;
    const opened = start();
    const forget = () => {
      if (worker === opened) worker = null;
    };
    // These listeners also cover the time between two PDFs: an error without a listener would end the server.
    opened.on('error', forget).on('exit', forget);
    worker = opened;
    return opened;
  };
  const stop = async () => {
    clearTimeout(idle);
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  };

  return {
    async render(content) {
      clearTimeout(idle);
      try {
        return await ask(open(), content, timeoutMs);
      } catch (error) {
        if (error instanceof ThreadError) await stop();
        throw error;
      } finally {
        idle = setTimeout(() => void stop(), idleMs).unref();
      }
    },
    close: stop,
  };
}

/** The thread failed, not the document. */
class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

function ask(worker: Worker, content: PdfContent, timeoutMs: number): Promise<Uint8Array> {
  return new Promise<Uint8Array>((resolve, reject) => {
    const fail = (what: string, cause?: unknown) =>
      finish(() => reject(new ThreadError(`PDF: the thread ${what}`, { cause })));
    const onMessage = (answer: PdfAnswer) =>
      finish(() => ('pdf' in answer ? resolve(answer.pdf) : reject(answer.error)));
    const onError = (error: unknown) => fail('broke', error);
    const onExit = (code: number) => fail(`stopped with code ${code}`);
    const overdue = setTimeout(() => fail('takes too long'), timeoutMs);
    const finish = (settle: () => void) => {
      clearTimeout(overdue);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(content);
  });
}

/** Starts the thread, from the sources or from build/server. */
function startWorker(): Worker {
  const built = new URL('./pdf-worker.js', import.meta.url);
  const file = existsSync(built) ? built : new URL('./pdf-worker-from-source.mjs', import.meta.url);
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
}
