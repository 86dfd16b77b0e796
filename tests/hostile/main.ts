import { readFileSync } from 'node:fs';
import fc, { type Arbitrary } from 'fast-check';
import { connectDatabase } from '~db/client.server';
import { signInAdministrator } from '../api/party';
import { startPostgres } from '../setup/postgres';
import { LONG_LIVED, startServer, type TestServer } from '../setup/server';
import { startStripeServer } from '../setup/stripe-server';
import { IMAGE_MEMORY_MB, throwBombs } from './bombs';
import { arm, attacksOn, type Attack, type Weapon } from './inputs';
import { oddRequests } from './odd-requests';
import { makePictures } from './pictures';
import { readIntents, readTargets } from './routes';
import { isHeavy, wrongWith, wrongWithLine } from './verdict';
import { commandFor, exchange, type Received, type Sent } from './wire';
import { createWorld, isIntact, restoreAdministrator, type World } from './world';

// `npm run test:hostile`: what anybody may send to any URL, and what must be true of every answer. One built
// server runs on a real PostgreSQL, and beside it one on the embedded database, for a shorter round. fast-check
// generates the requests, from a seed that HOSTILE_SEED changes, and shrinks a failing one for some seconds.
// HOSTILE_ONLY runs only the checks whose name contains it, HOSTILE_SCALE multiplies the number of requests.

const SEED = Number(process.env.HOSTILE_SEED ?? 20_261_121);
const ONLY = process.env.HOSTILE_ONLY ?? '';
const SCALE = Number(process.env.HOSTILE_SCALE ?? 1);

/** The number of attacks on one URL with each weapon. */
const RUNS: Record<Weapon, number> = { reading: 14, writing: 24, uploading: 40, method: 4 };
const ODD_RUNS = 700;
/** The embedded database gets a part of them. */
const SHORT = 0.25;

/** If the machine has been too busy for this long, the rest gets one input each. */
const ENOUGH_MS = 8 * 60 * 1000 * SCALE;
const SMALLER_MS = 15_000;
const ANSWER_MS = 1000;
/** Pictures are decoded, and PDFs printed. */
const HEAVY_ANSWER_MS = 3000;
const IDLE_MS = 10_000;
const LEAK_MB = 120;
/** On a large machine garbage stays for long, and looks like a leak from outside. */
const SMALL_HEAP = '--max-old-space-size=256 --max-semi-space-size=16';
/** How long a process takes to end after its last output. */
const GONE_MS = 400;
const LAST_WORDS = 3000;
/** The number of checks for which one party is used. */
const CHECKS_A_PARTY = 7;

const count = {
  passed: 0,
  failed: 0,
  busy: 0,
  silent: 0,
  short: 0,
  byKind: new Map<string, number>(),
  byStatus: new Map<string, number>(),
};
let slowest = { ms: 0, what: '' };
let largest = { bytes: 0, what: '' };
const levels: string[] = [];

interface Bench {
  server: TestServer;
  port: number;
  name: string;
  scale: number;
  administrator: Awaited<ReturnType<typeof signInAdministrator>>;
  world: World;
  /** How much of the server's output was checked. */
  seen: number;
}

/** The server has ended: nothing can be requested or shrunk. */
class ServerGone extends Error {}

const targets = await readTargets();
const intents = readIntents();
await makePictures();
process.stdout.write(`seed ${SEED}, ${targets.length} addresses\n`);

const cluster = await startPostgres();
try {
  const admin = await connectDatabase({ url: cluster.url('postgres'), dataDir: '' });
  await admin.db.execute('create database hostile');
  await admin.close();
  await Promise.all([
    onServer('postgres', { DATABASE_URL: cluster.url('hostile') }, 1),
    onServer('pglite', {}, SHORT),
  ]);
} finally {
  await cluster.stop();
}
tellCounts();
process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
process.exit(count.failed === 0 && count.passed > 0 ? 0 : 1);

/** All checks on a separate server. */
async function onServer(name: string, env: Record<string, string>, scale: number): Promise<void> {
  const stripe = await startStripeServer();
  const server = await startServer({
    nodeFlags: LONG_LIVED,
    env: {
      EVENTS_PER_HOUR: '0',
      JOINS_PER_MINUTE: '0',
      NODE_OPTIONS: SMALL_HEAP,
      IMAGE_MEMORY_MB: String(IMAGE_MEMORY_MB),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: stripe.origin,
      ...env,
    },
  });
  try {
    const administrator = await signInAdministrator(server.origin);
    const bench: Bench = {
      server,
      port: Number(new URL(server.origin).port),
      name,
      scale: scale * SCALE,
      administrator,
      world: await createWorld(server.origin, administrator),
      seen: 0,
    };
    if (`${name}: bombs`.includes(ONLY)) {
      for (const bomb of await throwBombs(server)) {
        levels.push(`${name}: ${bomb.name}`);
        note(!bomb.wrong, `${name}: ${bomb.name}`, bomb.wrong);
      }
    }
    if (name === 'postgres') {
      // A leak is what a second round like the first one adds. The first fills caches, pools and the heap,
      // and a process returns only some of the memory that it no longer needs.
      await attackEverything(bench, SEED);
      const before = await restingMemory(bench, 'after the first round');
      await attackEverything(bench, SEED + 1);
      const after = await restingMemory(bench, 'after the second');
      note(after - before <= LEAK_MB, `${name}: memory`, `it grew by ${after - before} MB`);
    } else {
      await attackEverything(bench, SEED);
    }
    await checkEnd(bench);
  } catch (error) {
    // Nothing more can be checked here; what ended the server has been reported.
    if (!(error instanceof ServerGone)) {
      note(false, `${name}: runs to its end`, (error as Error).stack ?? String(error));
    }
  } finally {
    const code = await server.stop();
    note(code === 0, `${name}: stops when it is told to`, `exit code ${code}`);
    await server.clean();
    await stripe.stop();
  }
}

async function attackEverything(bench: Bench, seed: number): Promise<void> {
  let checks = 0;
  for (const target of targets) {
    const weapons: Weapon[] = ['reading', 'writing', 'method'];
    if (isUpload(target.pattern)) weapons.push('uploading');
    for (const weapon of weapons) {
      const runs = Math.ceil(RUNS[weapon] * bench.scale);
      const name = `${bench.name}: ${weapon} ${target.pattern}`;
      if (!name.includes(ONLY)) continue;
      if (checks++ % CHECKS_A_PARTY === 0) await renewParty(bench);
      await property(name, seed, runs, attacksOn(target, weapon, intents), (attack) =>
        attackOnce(bench, attack, weapon),
      );
    }
  }
  const patterns = targets.map(({ pattern }) =>
    pattern.replaceAll(/:\w+\??/g, '1').replace('*', 'x'),
  );
  const runs = Math.ceil(ODD_RUNS * bench.scale);
  const name = `${bench.name}: odd requests`;
  if (!name.includes(ONLY)) return;
  await property(name, seed, runs, oddRequests(patterns), async (sent) => {
    await sendAndJudge(bench, sent, 'odd');
  });
}

/** Whether the application accepts files at a URL. */
function isUpload(pattern: string): boolean {
  return /selfie|\/photos$|photos\/add|\/image$/.test(pattern);
}

/** Runs one property and reports the result. Shrinking a failure ends after some seconds. */
async function property<T>(
  name: string,
  seed: number,
  numRuns: number,
  inputs: Arbitrary<T>,
  check: (input: T) => Promise<void>,
): Promise<void> {
  const isEnough = performance.now() > ENOUGH_MS;
  if (isEnough) count.short += 1;
  let giveUpAt = Infinity;
  let last: unknown;
  const run = await fc.check(
    fc.asyncProperty(inputs, async (input) => {
      if (Date.now() > giveUpAt) return;
      try {
        await check(input);
      } catch (error) {
        giveUpAt = error instanceof ServerGone ? 0 : Math.min(giveUpAt, Date.now() + SMALLER_MS);
        last = error;
        throw error;
      }
    }),
    { seed: seed ^ hash(name), numRuns: isEnough ? 1 : numRuns },
  );
  const reason = last instanceof Error ? last.message : String(last);
  note(
    !run.failed,
    name,
    `${reason}\n  again: HOSTILE_SEED=${seed} HOSTILE_ONLY='${name}' npm run test:hostile`,
  );
  // The next requests would only repeat this.
  if (last instanceof ServerGone) throw last;
}

/** Each URL has its own inputs, independent of the others. */
function hash(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7);
}

async function attackOnce(bench: Bench, attack: Attack, weapon: Weapon): Promise<void> {
  const host = new URL(bench.server.origin).host;
  const all = Array.from({ length: attack.times }, () => arm(attack, bench.world, host));
  const answers = await Promise.all(all.map((sent) => sendAndJudge(bench, sent, weapon)));
  const didWrite = answers.some(
    (answer) =>
      answer && answer.status < 400 && attack.method !== 'GET' && attack.method !== 'HEAD',
  );
  if (!didWrite || attack.actor === 'anonymous') return;
  if (attack.actor === 'administrator' && /credentials|settings|verify|log/.test(attack.pattern)) {
    for (const answer of answers) {
      // Only a session whose password changed can have continued.
      if (answer && /credentials|settings/.test(attack.pattern)) {
        bench.administrator.cookies.take(answer.headers.get('set-cookie') ?? []);
      }
    }
    bench.administrator = await restoreAdministrator(bench.administrator);
    bench.world.clients.administrator = bench.administrator;
  }
  if (!(await isIntact(bench.world))) await renewParty(bench);
}

async function renewParty(bench: Bench): Promise<void> {
  const self = await bench.administrator.get('/api/admin/storage-config');
  if (self.status !== 200) bench.administrator = await restoreAdministrator(bench.administrator);
  bench.world = await createWorld(bench.server.origin, bench.administrator);
}

/** @throws Error that says what is wrong, and how to send it again */
async function sendAndJudge(bench: Bench, sent: Sent, kind: string): Promise<Received | null> {
  add(count.byKind, kind);
  const fail = (reason: string): never => {
    throw new Error(`${reason}\n  ${commandFor(bench.server.origin, sent)}`);
  };
  let received: Received | null;
  try {
    received = await exchange(bench.port, sent);
  } catch (error) {
    await assertAlive(bench, sent);
    return fail((error as Error).message);
  }
  if (!received) await assertAlive(bench, sent);
  if (!received) {
    count.silent += 1;
    if (sent.cutAt === undefined && sent.method !== 'CONNECT') fail('closed without an answer');
    complain(bench, fail);
    return null;
  }
  add(count.byStatus, `${Math.floor(received.status / 100)}xx`);
  if (received.status === 503) count.busy += 1;
  const what = `${sent.method} ${sent.target.slice(0, 100)}`;
  if (received.body.length > largest.bytes) largest = { bytes: received.body.length, what };
  const wrong = wrongWith(sent, received, bench.server.dataDir);
  if (wrong) fail(wrong);
  await judgeTime(bench, sent, received, fail);
  complain(bench, fail);
  return received;
}

/** @throws ServerGone with the request that ended it, and its last output */
async function assertAlive({ server }: Bench, sent: Sent): Promise<void> {
  const wait = sent.cutAt === undefined ? GONE_MS : GONE_MS / 20;
  await new Promise((resolve) => setTimeout(resolve, wait));
  if (server.process.exitCode === null) return;
  const words = server.output().slice(-LAST_WORDS);
  throw new ServerGone(`the server ended\n  ${commandFor(server.origin, sent)}\n${words}`);
}

/** A slow answer may be due to a busy machine, so it counts only if it is slow alone and again. */
async function judgeTime(
  bench: Bench,
  sent: Sent,
  received: Received,
  fail: (reason: string) => never,
): Promise<void> {
  const limit = isHeavy(sent) ? HEAVY_ANSWER_MS : ANSWER_MS;
  let { ms } = received;
  for (let attempt = 0; attempt < 3 && ms > limit; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    ms = Math.min(ms, (await exchange(bench.port, sent).catch(() => null))?.ms ?? ms);
  }
  if (ms > slowest.ms) slowest = { ms, what: `${sent.method} ${sent.target.slice(0, 100)}` };
  if (ms > limit) fail(`it took ${Math.round(ms)} ms`);
}

/** Checks what the server has written since the last time. */
function complain(bench: Bench, fail: (reason: string) => never): void {
  const output = bench.server.output();
  const end = output.lastIndexOf('\n') + 1;
  const lines = output.slice(bench.seen, end).split('\n');
  bench.seen = Math.max(bench.seen, end);
  const wrong = lines.map(wrongWithLine).find(Boolean);
  if (wrong) fail(`the server wrote: ${wrong}`);
}

async function checkEnd(bench: Bench): Promise<void> {
  const health = await fetch(`${bench.server.origin}/healthz`).catch(() => null);
  note(health?.status === 200, `${bench.name}: healthy at the end`, `status ${health?.status}`);
  const wrong = bench.server.output().split('\n').map(wrongWithLine).filter(Boolean);
  note(
    wrong.length === 0,
    `${bench.name}: nothing in its log`,
    `${wrong.length} lines: ${wrong[0]}`,
  );
}

/** The server's memory in MB, after a pause for the garbage collector. */
async function restingMemory({ server, name }: Bench, when: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  const mb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  levels.push(`${name} ${mb} MB ${when}`);
  return mb;
}

function note(isFine: boolean, name: string, reason: string): void {
  count[isFine ? 'passed' : 'failed'] += 1;
  if (!isFine) process.stdout.write(`FAILED ${name}\n  ${reason}\n`);
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function tellCounts(): void {
  const list = (counts: Map<string, number>) =>
    [...counts]
      .sort()
      .map(([name, value]) => `${value} ${name}`)
      .join(', ');
  const lines = [
    `requests: ${list(count.byKind)}`,
    `answers: ${list(count.byStatus)}; ${count.silent} without one, ${count.busy} busy`,
    `slowest: ${Math.round(slowest.ms)} ms, ${slowest.what}`,
    `largest: ${largest.bytes} bytes, ${largest.what}`,
    `cut short, for want of time: ${count.short}`,
    `memory: ${levels.join(', ')}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
