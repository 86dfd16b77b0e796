import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '~db/client.server';
import { jobs } from '~db/schema';
import { LANGUAGES } from '~/i18n/languages';
import { VERSION } from '~/version.server';
import { Client } from '../setup/client';
import { createPostgresDatabase } from '../setup/databases';
import type { TestServer } from '../setup/server';
import { open } from './pages';
import {
  addPhoto,
  createParty,
  join,
  sendPhoto,
  signInAdministrator,
  smallJpeg,
  type Party,
} from './party';
import { startApart } from './servers';

// What monitoring and the administrator learn from a server.

const TOKEN = 'a-token-of-tests-0123456789';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };
const ID = /[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}/;

let server: TestServer;
let database: DatabaseConnection;
let party: Party;

beforeAll(async () => {
  const url = await createPostgresDatabase();
  server = await startApart({ DATABASE_URL: url, METRICS_TOKEN: TOKEN, LOG_LEVEL: 'info' });
  database = await connectDatabase({ url, dataDir: '' });
  party = await createParty(server.origin);
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await server.clean();
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  new Client(server.origin).request('GET', path, { headers });

/** The value of a metric with these labels, as they are written; 0 if it was never counted. */
async function valueOf(metric: string): Promise<number> {
  const { text } = await ask('/metrics', AUTHORIZED);
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('/metrics', () => {
  test('is there for a caller with the token', async () => {
    const { origin } = inject('pgliteServer');
    const without = await new Client(origin).request('GET', '/metrics', { headers: AUTHORIZED });
    expect(without.status).toBe(404);
    for (const given of [undefined, 'Bearer', `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`]) {
      const answer = await ask('/metrics', given === undefined ? {} : { Authorization: given });
      expect([given, answer.status]).toEqual([given, 401]);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(answer.json).toEqual({ message: 'Authentication required' });
    }
    const answer = await ask('/metrics', { ...AUTHORIZED, Accept: 'text/html' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('counts requests by the pattern of their route, and never names a URL', async () => {
    const guest = await join(party);
    const { id } = await addPhoto(guest, 1);
    const calls = 'snapodium_requests_total{method="GET",route="/api/photos/event/:eventId"';
    const before = await valueOf(`${calls},status="2xx"}`);
    await guest.client.get(`/api/photos/event/${party.event.id}`);
    await guest.client.get('/api/photos/event/x');
    await guest.client.get(`/photos/${id}.data`);
    await guest.client.get(`/photos/${id}`);
    await guest.client.get('/return/a-secret-of-somebody');
    await guest.client.get('/favicon.svg');
    for (let count = 0; count < 5; count++) await guest.client.get(`/nothing-${count}`);
    await expect.poll(() => valueOf(`${calls},status="2xx"}`)).toBe(before + 1);
    expect(await valueOf(`${calls},status="4xx"}`)).toBe(1);
    const { text } = await ask('/metrics', AUTHORIZED);
    const screens = 'snapodium_requests_total{method="GET",route="/photos/:photoId"';
    expect(await valueOf(`${screens},status="2xx"}`)).toBe(2);
    const unknown = 'snapodium_requests_total{method="GET",route="unknown",status="4xx"}';
    expect(await valueOf(unknown)).toBe(5);
    expect(text).toContain('snapodium_request_duration_seconds_count{route="none"}');
    expect(text).not.toMatch(/secret|nothing-|favicon/);
    expect(text).not.toContain(party.event.name);
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
    for (const route of routes) expect(route).toMatch(/^(?:none|unknown|\/[a-z:A-Z/.-]*)$/);
  });

  test('counts uploads, and those that fail by their code', async () => {
    const guest = await join(party);
    const { bytes, files } = {
      bytes: await valueOf('snapodium_upload_bytes_total'),
      files: await valueOf('snapodium_upload_files_total'),
    };
    await addPhoto(guest, 1);
    expect(await valueOf('snapodium_upload_files_total')).toBe(files + 1);
    expect(await valueOf('snapodium_upload_bytes_total')).toBeGreaterThan(bytes + 100);
    const started = await valueOf('snapodium_queue_started_total{queue="images"}');
    expect(started).toBeGreaterThanOrEqual(files + 1);
    await guest.client.request('POST', '/api/photos', { json: {} });
    expect(await valueOf('snapodium_upload_failures_total{reason="unsupported_media"}')).toBe(1);
    await sendPhoto(guest, 2, Buffer.from('no picture'));
  });

  test('says what is up, how jobs went and who waits', async () => {
    for (const [metric, value] of [
      ['snapodium_database_up', 1],
      ['snapodium_storage_up{storage="local"}', 1],
      ['snapodium_streams_open', 0],
      ['snapodium_database_waiting', 0],
      ['snapodium_queue_waiting{queue="passwords"}', 0],
      ['snapodium_disk_reserve_bytes', 200_000_000],
      [`snapodium_build_info{version="${VERSION}",node="${process.version}"}`, 1],
    ] as const) {
      expect([metric, await valueOf(metric)]).toEqual([metric, value]);
    }
    const ran = () => valueOf('snapodium_job_last_run_timestamp_seconds{job_name="file_work"}');
    await expect.poll(ran, { timeout: 40_000 }).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(await valueOf('snapodium_disk_free_bytes')).toBeGreaterThan(0);
    expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  });

  test('leaves out jobs that no longer run, because mail is not set up any more', async () => {
    const lastFinishedAt = new Date('2026-01-01T00:00:00Z');
    for (const name of ['notices', 'keeping_mails'] as const) {
      await database.db.insert(jobs).values({ name, dueAt: lastFinishedAt, lastFinishedAt });
    }
    const lines = async () => (await ask('/metrics', AUTHORIZED)).text.split('\n');
    const about = async (job: string) =>
      (await lines()).filter((line) => line.includes(`job_name="${job}"`));
    // The table is read once a second.
    await expect.poll(() => about('retention'), { timeout: 40_000 }).toHaveLength(3);
    await sleep(1100);
    expect([...(await about('notices')), ...(await about('keeping_mails'))]).toEqual([]);
  });

  test('has every metric that the dashboard and the alerts use', async () => {
    const { text } = await ask('/metrics', AUTHORIZED);
    const served = new Set<string>();
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      for (const part of parts) served.add(name + part);
    }
    const dashboard = readFileSync('docs/grafana.json', 'utf8');
    const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const alerts = readFileSync('docs/alerts.yml', 'utf8');
    const asked = [...queries, ...alerts.split('\n').filter((line) => !/^\s*#/.test(line))];
    const used = asked.flatMap((line) => line.match(/\b(?:snapodium|nodejs|process)_\w+/g) ?? []);
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !served.has(name))).toEqual([]);
    // Every one of our own is explained.
    const explained = readFileSync('docs/operations.md', 'utf8');
    const ours = [...text.matchAll(/^# TYPE (snapodium_\w+)/gm)].map(([, name = '']) => name);
    expect(ours.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
    const titles = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, title = '']) => title);
    expect(titles).toHaveLength(5);
    expect(titles.filter((title) => !explained.includes(`**${title}**`))).toEqual([]);
  });
});

test('the process is alive, the server ready, and its health names the version', async () => {
  const answers = await Promise.all(['/livez', '/readyz', '/healthz'].map((path) => ask(path)));
  expect(answers.map(({ status, json }) => [status, json])).toEqual([
    [200, { status: 'alive' }],
    [200, { status: 'ready' }],
    [200, { status: 'ok', version: VERSION }],
  ]);
});

test('what a model logs about an upload that cannot be stored has the request’s id', async () => {
  const crowd = await createParty(server.origin);
  const guest = await join(crowd);
  // A file where the event's folder would be.
  const taken = joinPath(server.dataDir, 'media', String(crowd.event.id));
  await writeFile(taken, '');
  onTestFinished(() => rm(taken));
  const { status, headers } = await sendPhoto(guest, 1, await smallJpeg());
  expect(status).toBe(503);
  const id = headers.get('X-Request-Id') ?? 'missing';
  const failed = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('an image could not be stored'));
  await expect.poll(failed).toEqual([expect.stringContaining(`"${id}"`)]);
});

test('the log begins with the version', () => {
  const [first = ''] = server.output().split('\n');
  expect(JSON.parse(first)).toMatchObject({ level: 30, version: VERSION, msg: 'Snapodium starts' });
});

describe('a request that fails', () => {
  beforeAll(() => database.db.execute(sql.raw('alter table messages rename to messages_gone')));
  afterAll(() => database.db.execute(sql.raw('alter table messages_gone rename to messages')));

  /** The lines of the log with an id. */
  const linesOf = (id: string) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(`"${id}"`));

  /** Waits for a request's last line, and compares all of them. */
  async function expectLogged(id: string): Promise<void> {
    const isAnswered = (line: string) => line.includes('"res":');
    await expect.poll(() => linesOf(id).filter(isAnswered).length).toBe(1);
    const lines = linesOf(id).map(
      (line) => JSON.parse(line) as { level: number; err?: { stack: string } },
    );
    expect(lines.every(({ level }) => level === 50)).toBe(true);
    expect(lines.some(({ err }) => err?.stack.includes('\n    at '))).toBe(true);
  }

  test('shows its id in the reader’s language, and the log has the stack under it', async () => {
    const { client } = await join(party);
    for (const language of LANGUAGES) {
      const { status, headers, text } = await client.speak(language).get('/messages');
      const id = headers.get('X-Request-Id') ?? '';
      expect([language, status, id]).toEqual([language, 500, expect.stringMatching(ID)]);
      expect(text).toContain(`: ${id}</p>`);
      await expectLogged(id);
    }
  });

  test('carries its id to the screen that a script draws', async () => {
    const { client } = await join(party);
    const { status, headers, text } = await client.speak('en').get('/messages.data');
    const id = headers.get('X-Request-Id') ?? '';
    expect([status, text]).toEqual([500, expect.stringContaining(`this code: ${id}`)]);
    await expectLogged(id);
  });

  test('of a program has it in a header, and its message stays as it is', async () => {
    const { client } = await join(party);
    const { status, headers, json } = await client.get('/api/messages');
    expect([status, json]).toEqual([500, { message: expect.any(String) }]);
    const id = headers.get('X-Request-Id') ?? '';
    expect(JSON.stringify(json)).not.toContain(id);
    await expectLogged(id);
  });

  test('is listed by its id on the administrator’s overview, with nothing about a person', async () => {
    const guest = await join(party);
    const { headers } = await guest.client.get('/messages');
    const id = headers.get('X-Request-Id') ?? 'missing';
    const administrator = (await signInAdministrator(server.origin)).speak('en');
    const page = await open(administrator, '/admin');
    expect(page.status).toBe(200);
    const cells = [...page.document.querySelectorAll('tr')]
      .find((row) => row.textContent?.includes(id))
      ?.querySelectorAll('td');
    const texts = [...(cells ?? [])].map((cell) => cell.textContent ?? '');
    expect(texts.join(' ')).toMatch(/GET \/messages.*500 \w*error 42P01/i);
    expect(page.text).toContain(`Version ${VERSION}`);
    expect(page.html).not.toContain(guest.user.email);
    // The charts are drawn by the server.
    expect(page.document.querySelectorAll('figure svg path[d^="M"]').length).toBeGreaterThan(2);
  });
});
