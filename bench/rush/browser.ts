import { setTimeout as sleep } from 'node:timers/promises';
import { waitBeforeNext } from '~/browser/uploads/busy-wait';
import { Client, type Answer, type RequestOptions } from '../../tests/setup/client';
import type { Measured } from './measured';

/** How often a guest tries again when the server asks to come back, like the page's scripts. */
const TRIES = 12;
/** A longer wait than this means that the guest was refused, not delayed. */
const LONGEST_WAIT_S = 30;
const TIMEOUT_MS = 120_000;

/** One guest's browser, which retries when it is asked to. Every request is measured. */
export class Browser extends Client {
  constructor(
    origin: string,
    readonly measured: Measured,
  ) {
    // All guests share the address of their hall.
    super(origin, null);
  }

  /**
   * Makes a request, and again if the server asks to come back (429, 503 with `Retry-After`).
   * @param request.expect the right statuses
   * @throws Error for any other
   */
  override async request<T = unknown>(
    method: string,
    path: string,
    { expect = [200], ...request }: RequestOptions & { expect?: readonly number[] } = {},
  ): Promise<Answer<T>> {
    // As a browser does for everything but reads. The server refuses foreign writes.
    const origin: Record<string, string> = method === 'GET' ? {} : { Origin: this.origin };
    for (let tries = 1; ; tries += 1) {
      const start = performance.now();
      const note = (outcome: 'fine' | 'retried' | 'error') =>
        this.measured.note(method, path, performance.now() - start, outcome);
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = { ...origin, ...request.headers };
      const asked = super.request<T>(method, path, { ...request, headers, signal });
      const answer = await asked.catch((error: Error) => {
        note('error');
        throw new Error(`${method} ${path}: ${String(error.cause ?? error)}`);
      });
      if (expect.includes(answer.status)) {
        note('fine');
        return answer;
      }
      const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
      const isAsked = [429, 503].includes(answer.status) && seconds <= LONGEST_WAIT_S;
      if (!isAsked || tries === TRIES) {
        note('error');
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
      note('retried');
      await sleep(waitBeforeNext(tries, seconds));
    }
  }
}
