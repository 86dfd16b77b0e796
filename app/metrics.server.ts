import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseConnection } from '~db/client.server';
import type { App } from '~/app.server';
import type { Metrics } from '~/models/admin/counters.server';
import { isJobOff } from '~/models/job/rules';
import { listJobs } from '~/models/job/run.server';
import { passwordQueue } from '~/models/session/password.server';
import { readDiskSpace } from '~/services/disk.server';
import type { QueueFigures } from '~/services/queue.server';
import { VERSION } from '~/version.server';

type Watched = Pick<
  App,
  'changes' | 'db' | 'disk' | 'env' | 'health' | 'images' | 'jpegDownloads' | 'mail' | 'now'
> &
  Pick<App, 'printer' | 'storage' | 'uploads'>;

/**
 * Adds the values that are read when metrics are requested: queues, streams, jobs, storages, disk, database. If the
 * database does not answer, only the jobs are missing.
 */
export function addReadMetrics(
  { registry }: Metrics,
  app: Watched,
  connection: Pick<DatabaseConnection, 'kind' | 'connections'>,
): void {
  const add = adderTo(registry);
  add('snapodium_build_info', 'The version of the program and of Node; always 1.', () => [
    { labels: { version: VERSION, node: process.version }, value: 1 },
  ]);
  addQueues(add, {
    images: app.images.figures,
    pdf: app.printer.figures,
    passwords: passwordQueue.figures,
    uploads: app.uploads.figures,
    zips: app.jpegDownloads.figures,
  });
  add('snapodium_streams_open', 'Open pages that are told about changes.', () => [
    { value: app.changes.count },
  ]);
  addJobs(add, app);
  addPlaces(add, app);
  const { connections } = connection;
  if (!connections) return;
  add('snapodium_database_connections', 'Connections of the pool, by state.', () => {
    const { total, idle } = connections();
    return [
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'busy' }, value: total - idle },
    ];
  });
  add('snapodium_database_waiting', 'Requests that wait for a connection.', () => [
    { value: connections().waiting },
  ]);
}

interface Sample {
  labels?: Record<string, string>;
  value: number;
}
type Read = () => Sample[] | Promise<Sample[]>;
type Add = (name: string, help: string, read: Read) => void;

/** Adds metrics to a registry. Those whose name ends with `_total` are counters, as Prometheus requires. */
function adderTo(registry: Registry): Add {
  return (name, help, read) => {
    const registers = [registry];
    const labelNames = LABELS;
    if (name.endsWith('_total')) {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const samples = await read();
          counter.reset();
          for (const { labels = {}, value } of samples) counter.inc(labels, value);
        },
      });
      return;
    }
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const samples = await read();
        gauge.reset();
        for (const { labels = {}, value } of samples) gauge.set(labels, value);
      },
    });
  };
}

/** The labels of all metrics here. Not `job`, which Prometheus sets itself. */
const LABELS = ['version', 'node', 'queue', 'job_name', 'storage', 'state'];

function addQueues(add: Add, queues: Record<string, () => QueueFigures>): void {
  const addEach = (name: string, help: string, figure: keyof QueueFigures) =>
    add(name, help, () =>
      Object.entries(queues).flatMap(([queue, figures]) => {
        const value = figures()[figure];
        return value === undefined ? [] : [{ labels: { queue }, value }];
      }),
    );
  addEach('snapodium_queue_running', 'Work that is being done.', 'running');
  addEach('snapodium_queue_waiting', 'Work that waits for its turn.', 'waiting');
  addEach('snapodium_queue_limit', 'How much work may wait; for zips, how much may run.', 'limit');
  addEach('snapodium_queue_refused_total', 'Work refused because the queue was full.', 'refused');
  addEach('snapodium_queue_started_total', 'Work that got its turn.', 'started');
  addEach(
    'snapodium_queue_wait_seconds_total',
    'How long all started work has waited; divided by the started work, the mean wait.',
    'waitedSeconds',
  );
}

function addJobs(add: Add, { db, mail, now }: Pick<App, 'db' | 'mail' | 'now'>): void {
  let asked: { at: number; jobs: ReturnType<typeof listJobs> } | null = null;
  /**
   * One scrape reads the table once. Jobs that are off are left out: if such a job ran earlier, its last run would look
   * older and older.
   */
  const jobs = async () => {
    const at = performance.now();
    if (!asked || at - asked.at > ONE_SCRAPE_MS) asked = { at, jobs: listJobs(db, { now: now() }) };
    const all = await asked.jobs.catch(() => []);
    return all.filter(({ name }) => !isJobOff(name, { mail }));
  };
  add(
    'snapodium_job_last_run_timestamp_seconds',
    'When the last run of a job ended, on any server.',
    async () =>
      (await jobs()).flatMap(({ name, lastFinishedAt }) =>
        lastFinishedAt
          ? [{ labels: { job_name: name }, value: lastFinishedAt.getTime() / 1000 }]
          : [],
      ),
  );
  add('snapodium_job_failed_runs', 'How many runs of a job in a row have failed.', async () =>
    (await jobs()).map(({ name, failures }) => ({ labels: { job_name: name }, value: failures })),
  );
  add('snapodium_job_held', 'Whether a job waits until the clock can be trusted.', async () =>
    (await jobs()).map(({ name, isHeld }) => ({
      labels: { job_name: name },
      value: Number(isHeld),
    })),
  );
}

const ONE_SCRAPE_MS = 1000;

function addPlaces(
  add: Add,
  { health, storage, env }: Pick<Watched, 'health' | 'storage' | 'env'>,
): void {
  add('snapodium_database_up', 'Whether the database answers.', async () => [
    { value: Number((await health.lookAtParts()).database !== 'failing') },
  ]);
  add('snapodium_storage_up', 'Whether a storage answers, by storage.', async () => {
    const parts = await health.lookAtParts();
    const isUp = (name: ReturnType<typeof storage.reachable>[number]) =>
      name === storage.base ? parts.storage !== 'failing' : !storage.isDown(name);
    return storage
      .reachable()
      .map((name) => ({ labels: { storage: name }, value: Number(isUp(name)) }));
  });
  const space = () => readDiskSpace(env.DATA_DIR);
  add('snapodium_disk_free_bytes', 'Free space on the disk of DATA_DIR.', async () => [
    { value: (await space()).free },
  ]);
  add('snapodium_disk_size_bytes', 'The size of the disk of DATA_DIR.', async () => [
    { value: (await space()).total },
  ]);
  add(
    'snapodium_disk_reserve_bytes',
    'With less free space, uploads are refused (DISK_RESERVE_MB).',
    () => [{ value: env.DISK_RESERVE_MB * 1_000_000 }],
  );
}
