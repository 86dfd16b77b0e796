import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { waitBeforeNext } from '~/offline/busy-wait';
import { Client, type Answer, type RequestOptions } from '../../tests/setup/client';
import { messageOf } from './shapes';
import type { Stopwatch } from './stopwatch';

const TRIES = 6;
/** Where connections break, somebody who goes on pressing is through after so many. */
const MENDS = 40;
/** Whoever is told to come back later than this has been turned away, not delayed. */
const LONGEST_WAIT_SECONDS = 30;
const TIMEOUT_MS = 120_000;

/** An answer that a well-behaved server does not give; the text names request, status and message. */
export class UnexpectedAnswer extends Error {}

/** How a request differs from a plain one, and what its answer must be. */
export interface PatientRequest extends RequestOptions {
  /** The statuses that are right here; 200 by default. */
  expect?: readonly number[];
  /** The statuses that are right as well when it is made again, for its answer may have been lost. */
  repeated?: readonly number[];
  /** What the `message` of a refusal must say. */
  message?: string;
  /** The name in the table, where method and path do not say enough. */
  label?: string;
}

/** One guest's browser, which comes back when it is asked to: every request is measured. */
export class PatientClient extends Client {
  readonly #stopwatch: Stopwatch;
  readonly #tries: number;
  readonly #mends: number;

  /**
   * @param origin that of the server, such as `http://127.0.0.1:3000`
   * @param options.tries how often a request is made at most while the server asks to come back
   * @param options.mends whether it is made again where its connection breaks
   */
  constructor(
    origin: string,
    stopwatch: Stopwatch,
    { tries = TRIES, mends = false }: { tries?: number; mends?: boolean } = {},
  ) {
    // All guests of a party share the address of its hall.
    super(origin, null);
    this.#stopwatch = stopwatch;
    this.#tries = tries;
    this.#mends = mends ? MENDS : 0;
  }

  /**
   * Makes a request. Where the server asks to come back (429, 503 with `Retry-After`), it is made
   * again a few times, as a patient browser would.
   * @throws UnexpectedAnswer for any other status or message than the expected ones
   */
  override async request<T = unknown>(
    method: string,
    path: string,
    request: PatientRequest = {},
  ): Promise<Answer<T>> {
    const label = request.label ?? labelOf(method, path);
    const expected = request.expect ?? [200];
    // As a browser does for everything but reads; the server refuses foreign writes.
    const origin: Record<string, string> = method === 'GET' ? {} : { Origin: this.origin };
    const headers = { ...origin, ...request.headers };
    let broken = 0;
    for (let attempt = 1; ; attempt += 1) {
      const start = performance.now();
      let answer: Answer<T>;
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        answer = await super.request<T>(method, path, { ...request, headers, signal });
      } catch (error) {
        const elapsed = performance.now() - start;
        if (broken < this.#mends) {
          this.#stopwatch.note(label, elapsed, 'retried');
          broken += 1;
          attempt -= 1;
          continue;
        }
        this.#stopwatch.note(label, elapsed, 'error');
        throw new UnexpectedAnswer(`${label}: ${causeOf(error)}`);
      }
      const elapsed = performance.now() - start;
      const measured = answer.status >= 300 ? `${label} → ${answer.status}` : label;
      const isFine = expected.includes(answer.status) && hasMessage(answer, request);
      // The answer to the first time was lost on its way.
      if (isFine || (broken > 0 && request.repeated?.includes(answer.status))) {
        this.#stopwatch.note(measured, elapsed, 'fine');
        return answer;
      }
      const wait = attempt < this.#tries ? timeToWait(answer, attempt) : null;
      if (wait === null) {
        this.#stopwatch.note(measured, elapsed, 'error');
        throw new UnexpectedAnswer(`${label}: ${describe(answer, request, expected)}`);
      }
      this.#stopwatch.note(measured, elapsed, 'retried');
      await sleep(wait);
    }
  }

  /**
   * Makes a request and reads its answer.
   * @throws UnexpectedAnswer also when the answer has another shape than promised
   */
  async read<S extends z.ZodType>(
    shape: S,
    method: string,
    path: string,
    request: PatientRequest = {},
  ): Promise<z.infer<S>> {
    const { json } = await this.request(method, path, request);
    const parsed = shape.safeParse(json);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new UnexpectedAnswer(
      `${labelOf(method, path)}: the answer's ${issue?.path.join('.') || 'body'} is not as promised` +
        ` (${issue?.message ?? 'wrong shape'})`,
    );
  }
}

/** A request's name in the table: the path without its numbers and query. */
export function labelOf(method: string, path: string): string {
  const [pathname = ''] = path.split('?');
  return `${method} ${pathname.replace(/\/\d+/g, '/{id}')}`;
}

function hasMessage(answer: Answer, request: PatientRequest): boolean {
  return request.message === undefined || messageOf(answer.json) === request.message;
}

/**
 * How long to wait where the server asks to come back, as the page's scripts do with photos, in
 * milliseconds; null when it does not ask, or for too long.
 */
function timeToWait(answer: Answer, tries: number): number | null {
  if (answer.status !== 429 && answer.status !== 503) return null;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return seconds <= LONGEST_WAIT_SECONDS ? waitBeforeNext(tries, seconds) : null;
}

function describe(answer: Answer, request: PatientRequest, expected: readonly number[]): string {
  const said = messageOf(answer.json);
  const got = `got ${answer.status}${said === null ? '' : ` “${said}”`}`;
  const wanted = `expected ${expected.join(' or ')}`;
  return request.message === undefined
    ? `${wanted}, ${got}`
    : `${wanted} “${request.message}”, ${got}`;
}

/** fetch hides what happened behind "fetch failed". */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
