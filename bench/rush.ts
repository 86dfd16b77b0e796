// A thousand guests on one machine, these phones included: they join, send photos, give stars, poll as the
// page does (rule `screens.polling`), and open the podium all at once: `npm run bench:rush`. Needs Linux,
// and PostgreSQL unless told `--data embedded`. PROFILE names a folder for a CPU profile of the server.
import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { UsageError } from '../scripts/party/args';
import { Progress } from '../scripts/party/progress';
import { seeded } from '../scripts/party/random';
import { startPostgres } from '../tests/setup/postgres';
import { ADMIN_PASSWORD, startServer } from '../tests/setup/server';
import { makePhotos } from './rush/acts';
import { readRushArgs, USAGE, type RushSettings } from './rush/args';
import { playRush } from './rush/play';
import { isExact, reportRush } from './rush/report';

try {
  const settings = readRushArgs(process.argv.slice(2));
  if (settings) process.exitCode = await run(settings);
  else process.stdout.write(USAGE);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** @returns the exit code: 1 when there was an error, or a total is wrong */
async function run(settings: RushSettings): Promise<number> {
  const progress = new Progress();
  progress.begin('Making pictures');
  const source = await makePhotos(seeded(settings.party.seed), () => {});
  const postgres = settings.data === 'postgres' ? await startPostgres() : null;
  const profile = process.env.PROFILE;
  const server = await startServer({
    root: process.env.SNAPODIUM_ROOT,
    // Passwords cost what they cost in earnest.
    env: { DATABASE_URL: postgres?.url('postgres') ?? '', PASSWORD_COST: '' },
    nodeFlags: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  });
  try {
    settings.party.admin.password = ADMIN_PASSWORD;
    const processes = { server: server.process.pid ?? 0, postgres: postgres?.pid ?? null };
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    const loadBefore = loadavg()[0] ?? 0;
    const rush = await playRush(settings, { base: server.origin, processes }, source, progress);
    progress.end();
    const { guests } = settings.party;
    process.stdout.write(
      `${guests} guests, times divided by ${settings.compress}, ${settings.data}; ` +
        `${source.description}\n` +
        `load of the machine before: ${loadBefore.toFixed(1)}; the phones' own delay: ` +
        `p50 ${(lag.percentile(50) / 1e6 - 10).toFixed(0)} ms, p99 ${(lag.percentile(99) / 1e6 - 10).toFixed(0)} ms\n\n` +
        reportRush(rush),
    );
    return isExact(rush) ? 0 : 1;
  } finally {
    progress.end();
    await server.stop();
    await server.clean();
    await postgres?.stop();
  }
}
