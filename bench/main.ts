// `npm run bench -- NAME`: measures one part of the product and prints the results (bench/README.md).
import { spawnSync } from 'node:child_process';

const BENCHES = {
  requests: 'requests against Express and pg with the same rows and files',
  cluster: 'one server process and two behind nginx, under the same load',
  phone: 'what a guest waits for and pays for, and what moves, on a slow and on a good network',
  first: 'what a newcomer does until their first photo and their first star, and for how long',
  uploads: 'uploads through the whole server against bare sharp, and their memory',
  zip: 'zips against `tar`: speed, first byte, memory with a fast and a slow reader',
  start: 'seconds to the first page, idle memory, size of the packages',
  size: 'memory, files and database of events with 50, 500 and 5,000 guests',
  live: '300 phones with streams open, and with streams blocked: memory, a star',
  overload: 'health, stars and uploads while 300 and 1,000 connections ask without pause',
  rush: 'a thousand guests with their phones, and their rush to the podium',
  all: 'all of these, one after the other',
};
/**
 * The rush takes half an hour. A tenth of the guests in a tenth of the time makes the same load per second.
 */
const IN_ALL: Record<string, string[]> = { rush: ['--guests', '100', '--compress', '10'] };

const [name = '', ...args] = process.argv.slice(2);
if (name === 'all') runAll();
else if (Object.hasOwn(BENCHES, name)) {
  const bench = (await import(`./${name}.ts`)) as { default: (args: string[]) => Promise<void> };
  await bench.default(args);
} else {
  const lines = Object.entries(BENCHES).map(([each, what]) => `  ${each.padEnd(10)}${what}`);
  process.stdout.write(`npm run bench -- NAME\n\n${lines.join('\n')}\n`);
  if (name) process.exitCode = 1;
}

/** Each bench has its own process, so that none leaves memory to the next. */
function runAll(): void {
  for (const each of Object.keys(BENCHES).filter((one) => one !== 'all')) {
    process.stdout.write(`\n== ${each}\n`);
    const command = [...process.execArgv, import.meta.filename, each, ...(IN_ALL[each] ?? [])];
    const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
    // A bench that misses its aim says so and fails. The others still run.
    if (status !== 0) process.exitCode = 1;
  }
}
