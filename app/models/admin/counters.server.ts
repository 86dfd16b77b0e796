import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { EndedRequest } from './day';

/** What `/metrics` answers (rule `screens.metrics`), in Prometheus' text format. */
export interface Metrics {
  readonly registry: Registry;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Creates an empty set of metrics, with those of the process: memory, CPU, event loop, garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return { registry, contentType: registry.contentType, text: () => registry.metrics() };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** In seconds, from a thumbnail to a wait that makes guests give up. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates the counters of `/metrics` that count what happens. Labels have a fixed number of values: route
 * patterns, methods, classes of status, codes.
 */
export function createCounters(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'snapodium_requests_total',
    help: 'Requests answered, by method, route pattern and class of status; none: the client was gone.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'snapodium_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer, by route pattern; without streams.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const shed = new Counter({
    name: 'snapodium_shed_requests_total',
    help: 'Requests that were refused with 503 because the server was overloaded.',
    registers,
  });
  const files = new Counter({
    name: 'snapodium_upload_files_total',
    help: 'Files received.',
    registers,
  });
  const bytes = new Counter({
    name: 'snapodium_upload_bytes_total',
    help: 'Bytes of the files received.',
    registers,
  });
  const failures = new Counter({
    name: 'snapodium_upload_failures_total',
    help: 'Uploads that were refused or cut off while they were received, by error code.',
    labelNames: ['reason'],
    registers,
  });
  return {
    request({ method, route, status, seconds, isStream }: EndedRequest) {
      const kind = status === null ? 'none' : `${Math.floor(status / 100)}xx`;
      requests.inc({ method: METHODS.includes(method) ? method : 'other', route, status: kind });
      if (!isStream) durations.observe({ route }, seconds);
    },
    shed: () => shed.inc(),
    upload(length: number) {
      files.inc();
      bytes.inc(length);
    },
    uploadFailed: (reason: string) => failures.inc({ reason }),
  };
}

/** The counters of what happens. */
export type Counters = ReturnType<typeof createCounters>;
