// A thousand guests on one machine that also runs their phones: they join, send photos, give stars, poll as
// the page does (rule `screens.polling`), and open the podium all at once. The next morning they take their photos
// home. At the end of both every figure is compared with the books.
import { parseArgs } from 'node:util';
import { PHOTOS_PER_USER } from '~/models/event/rules';
import { playRush, type Settings } from './rush/play';
import { aim, cpuOf, ownCpu, printLine, printTable, watchPeak } from './support/measure';
import { onServer, type Stand } from './support/stand';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The milliseconds within which 95 of 100 pages have to arrive, outside the rush and in it. */
const AIMS: Record<string, number> = { 'podium opened': 2000 };
const AIM_MS = 300;
const WRONG_SHOWN = 30;

/** What --NAME sets if it is not given, and what that is. */
const OPTIONS = {
  guests: [1000, 'how many'],
  compress: [1, 'divides all times, those between polls too'],
  join: [10, 'the minutes in which all join'],
  upload: [3, 'the minutes in which each sends their photos'],
  star: [2, 'the minutes in which each gives all stars'],
  photos: [PHOTOS_PER_USER.default, 'each sends so many'],
} as const;
const USAGE = `npm run bench -- rush [--NAME NUMBER] [--base URL]

${Object.entries(OPTIONS)
  .map(([name, [standard, what]]) => `  --${name.padEnd(10)}${what} (${standard})`)
  .join('\n')}
  --base      a server that runs, as "npx tsx scripts/cluster.ts" starts it
  --data      embedded, for a server on the embedded database`;

export default async function measureRush(args: string[]): Promise<void> {
  if (args.includes('--help')) return printLine(USAGE);
  const names = [...Object.keys(OPTIONS), 'base', 'data'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const given = parseArgs({ args, options }).values as Record<string, string | undefined>;
  const number = (name: keyof typeof OPTIONS) => {
    const value = Number(given[name] ?? OPTIONS[name][0]);
    if (Number.isInteger(value) && value > 0) return value;
    throw new Error(`--${name}: must be a whole number above 0\n\n${USAGE}`);
  };
  const [compress, photos] = [number('compress'), number('photos')];
  if (photos > PHOTOS_PER_USER.default) {
    throw new Error(`--photos: a new event has ${PHOTOS_PER_USER.default} slots`);
  }
  const settings: Settings = {
    guests: number('guests'),
    photos,
    compress,
    times: {
      joining: (number('join') * MINUTE) / compress,
      uploading: (number('upload') * MINUTE) / compress,
      starring: (number('star') * MINUTE) / compress,
      opening: (10 * SECOND) / compress,
      watching: (30 * SECOND) / compress,
    },
  };
  if (given.base) return run(settings, given.base, null);
  const database = given.data === 'embedded' ? 'embedded' : 'postgres';
  // Passwords cost as much as in production.
  const env = { PASSWORD_COST: '' };
  await onServer({ database, env }, (stand) => run(settings, stand.origin, stand));
}

async function run(settings: Settings, origin: string, stand: Stand | null): Promise<void> {
  const usage: string[][] = [];
  const pids = [stand?.pid, stand?.postgres].map((pid) => pid ?? 0);
  const cpuNow = async () => [...(await Promise.all(pids.map((pid) => cpuOf(pid)))), ownCpu()];
  const { measured, books, totals, isExact } = await playRush(
    settings,
    origin,
    async (name, work) => {
      process.stderr.write(`${name} …\n`);
      const peakOf = stand && (await watchPeak(stand.pid));
      const [before, begun] = [await cpuNow(), performance.now()];
      await work();
      const seconds = ((performance.now() - begun) / SECOND).toFixed(1);
      const cpu = (await cpuNow()).map((ms, index) => (ms - (before[index] ?? 0)) / SECOND);
      const memory = peakOf ? (await peakOf()).toFixed(0) : '';
      usage.push([name, seconds, ...cpu.map((time) => time.toFixed(1)), memory]);
    },
  );
  const rows = measured.rows();
  const heads = ['part', 'what', 'requests', 'errors', 'again', 'p50, ms', 'p95', 'p99', 'max'];
  printTable(heads, rows);
  printTable(['part', 'took, s', 'CPU: server', 'PostgreSQL', 'phones', 'MB: server'], usage);
  // What a guest waits for before the next screen appears.
  for (const [part, what, , , , , p95] of rows) {
    const limit = AIMS[String(part)] ?? AIM_MS;
    if (what !== 'page' && what !== 'data') continue;
    printLine(
      `${part}, ${what}: p95 ${p95} ms, aim ${limit}, ${Number(p95) < limit ? 'met' : 'not met'}`,
    );
  }
  for (const { name, found, expected } of totals) printLine(`${name}: ${found} of ${expected}`);
  const { wrong, checks } = books;
  if (wrong.length === 0) printLine(`Every figure adds up, the ranking's too (${checks} checks).`);
  else printLine(`${wrong.length} are wrong:\n- ${wrong.slice(0, WRONG_SHOWN).join('\n- ')}`);
  aim(isExact);
}
