// An evening of 40 guests, of whom ten send what their cameras made, on the embedded database in a control group
// of 512 MB: `npm run bench:evening`. Needs Linux and root; without, the memory is watched and not limited.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { memoryOf } from '../app/services/memory.server';
import { createParty, join as joinParty, sendPhoto, type Person } from '../tests/api/party';
import { freePort, startServer } from '../tests/setup/server';

const LIMIT_MB = Number(process.argv[2] ?? 512);
const GUESTS = 40;
const CAMERAS = 10;
/** As many as an event takes that nobody has paid for. */
const A_PARTY = 8;
const PHOTOS = 3;
const MB = 1024 * 1024;
const GROUP = '/sys/fs/cgroup/memory/snapodium-evening';

const dataDir = await mkdtemp(join(tmpdir(), 'snapodium-evening-'));
const port = await freePort();
const own = /:memory:(.*)/.exec(readFileSync('/proc/self/cgroup', 'latin1'))?.[1];
const isLimited = limit();
// A process begins in the group of the one that starts it.
const starting = startServer({ dataDir, port, env: { LOG_LEVEL: 'error', DISK_RESERVE_MB: '0' } });
if (isLimited) writeFileSync(`/sys/fs/cgroup/memory${own}/cgroup.procs`, String(process.pid));
const server = await starting;
const pid = server.process.pid ?? 0;
let peak = 0;
const looking = setInterval(() => (peak = Math.max(peak, ...tree(pid))), 50);
const idle = sum();
try {
  const guests: Person[] = [];
  for (let index = 0; index < GUESTS / A_PARTY; index += 1) {
    const party = await createParty(server.origin);
    for (let guest = 0; guest < A_PARTY; guest += 1) guests.push(await joinParty(party));
  }
  const [camera, phone] = [await photo(4032, 3024, 92), await photo(1920, 1440, 80)];
  const counts: Record<string, number> = {};
  const began = performance.now();
  await Promise.all(
    guests.map(async (guest, index) => {
      for (let position = 1; position <= PHOTOS; position += 1) {
        const file = index < CAMERAS ? camera : phone;
        for (;;) {
          const status = await sendPhoto(guest, position, file).then(
            (answer) => answer.status,
            (error: Error) => `no answer (${error.message})`,
          );
          counts[status] = (counts[status] ?? 0) + 1;
          // A phone waits and sends it again.
          if (status !== 503 && status !== 409) break;
          await sleep(2000);
        }
      }
    }),
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  const after = sum();
  await sleep(20_000);
  clearInterval(looking);
  const answers = Object.entries(counts).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(
    `${isLimited ? `within ${LIMIT_MB} MB` : 'without a limit'}: ${answers.join(', ')} in ${seconds} s\n` +
      `idle ${idle} MB, peak ${Math.round(peak / MB)} MB, at the end ${after} MB, 20 s later ${sum()} MB` +
      `${isLimited ? `; the group at most ${Math.round(Number(readFileSync(`${GROUP}/memory.max_usage_in_bytes`)) / MB)} MB` : ''}\n`,
  );
} finally {
  clearInterval(looking);
  await server.stop();
  await server.clean();
  if (isLimited) rmdirSync(GROUP);
}

/** Goes into a group with so much memory, for a server to be started there. */
function limit(): boolean {
  try {
    mkdirSync(GROUP, { recursive: true });
    writeFileSync(`${GROUP}/memory.limit_in_bytes`, String(LIMIT_MB * MB));
    writeFileSync(`${GROUP}/cgroup.procs`, String(process.pid));
    return true;
  } catch (error) {
    process.stderr.write(`no control group: ${(error as Error).message}\n`);
    return false;
  }
}

function sum(): number {
  return Math.round(Math.max(...tree(pid)) / MB);
}

/** What a process and those it has started take together. */
function tree(of: number): number[] {
  try {
    const children = readFileSync(`/proc/${of}/task/${of}/children`, 'latin1');
    const theirs = children.split(' ').filter(Boolean).map(Number).flatMap(tree);
    return [theirs.reduce((all, one) => all + one, memoryOf(of))];
  } catch {
    return [0];
  }
}

/** A photo with grain, as a camera makes it. */
function photo(width: number, height: number, quality: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width, height, channels: 3, background: '#000', noise } as const;
  return sharp({ create }).blur(1.5).jpeg({ quality }).toBuffer();
}
