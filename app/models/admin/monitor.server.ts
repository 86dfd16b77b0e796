import type { EndedRequest } from './day';
import type { DayLog } from './day-log.server';
import type { Counters } from './counters.server';

/** Takes the figures of what happens on this server: for the last 24 hours and for `/metrics`. */
export interface Monitor {
  request(ended: EndedRequest): void;
  /** A request was refused because the server is overloaded (rule `screens.busy`). */
  shed(): void;
  /** A file has arrived. */
  upload(bytes: number): void;
  /** @param reason a code from a fixed list */
  uploadFailed(reason: string): void;
}

/**
 * Creates the monitor.
 * @param options.day the last 24 hours
 * @param options.counters the counters of `/metrics`; null if it is not served
 */
export function createMonitor({
  day,
  counters,
}: {
  day: DayLog;
  counters: Counters | null;
}): Monitor {
  return {
    request(ended) {
      day.request(ended);
      counters?.request(ended);
    },
    shed: () => counters?.shed(),
    upload(bytes) {
      day.upload();
      counters?.upload(bytes);
    },
    uploadFailed: (reason) => counters?.uploadFailed(reason),
  };
}
