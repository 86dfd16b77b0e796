// What a second server process adds on this machine: the same load through nginx against one process and
// against two, in turns. Load generator, nginx and PostgreSQL share the cores. Names select some of the
// loads.
import { availableParallelism } from 'node:os';
import { startNginx } from '../tests/setup/nginx';
import { feedCallOf, jsonOf, starsOf, thumbnailOf } from './requests';
import { fillEvent, type Filled } from './support/fill';
import {
  cpuOf,
  load,
  middle,
  ownCpu,
  ratioOf,
  printLine,
  printTable,
  SECONDS,
  takeTurns,
} from './support/measure';
import type { Step } from './support/measure';
import { grainPicture } from './support/pictures';
import { onServer } from './support/stand';

export default function measureCluster(chosen: string[]): Promise<void> {
  return onServer({}, async (stand) => {
    // Two processes on one machine may share a folder. A bucket's server would use a share of the cores.
    const other = await stand.startAnother();
    const pids = [stand.pid, other.process.pid ?? 0];
    const event = await fillEvent(stand, { count: 60, pictures: [await grainPicture()] });
    const single = await startNginx({ origins: [stand.origin] });
    const double = await startNginx({ origins: [stand.origin, other.origin] });
    try {
      const rows = [];
      for (const [name, steps] of Object.entries(loadsOn(event))) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        const through = async (nginx: typeof single, seconds = SECONDS) => {
          const proxies = await nginx.pids();
          const [proxyCpu, own, begun] = [await cpuOf(...proxies), ownCpu(), performance.now()];
          const target = { origin: nginx.origin, headers: jsonOf(event), steps };
          const cost = await load(target, { pids, seconds });
          const elapsed = performance.now() - begun;
          const answers = cost.rate * seconds;
          return {
            ...cost,
            proxyCpu: ((await cpuOf(...proxies)) - proxyCpu) / answers,
            ownCpu: (ownCpu() - own) / answers,
            busy: (cost.cpu * answers) / elapsed,
          };
        };
        // Until both are compiled.
        await through(double, 4);
        await through(single, 1);
        const turns = await takeTurns(
          () => through(double),
          () => through(single),
        );
        const { ours: two, limit: one } = turns;
        rows.push([
          name,
          middle(one, ({ rate }) => rate).toFixed(0),
          middle(two, ({ rate }) => rate).toFixed(0),
          ratioOf(turns, ({ rate }) => rate).toFixed(2),
          middle(two, ({ cpu }) => cpu).toFixed(2),
          middle(two, ({ proxyCpu }) => proxyCpu).toFixed(2),
          middle(two, (each) => each.ownCpu).toFixed(2),
          ...[one, two].map((all) => `${(100 * middle(all, ({ busy }) => busy)).toFixed(0)} %`),
        ]);
      }
      const heads = ['request', 'one/s', 'two/s', 'ratio', 'CPU ms: servers', 'nginx', 'generator'];
      printLine(`${availableParallelism()} cores`);
      printTable([...heads, 'busy, one', 'busy, two'], rows);
    } finally {
      await single.stop();
      await double.stop();
    }
  });
}

function loadsOn(event: Filled): Record<string, Step[]> {
  const [page, feed, picture] = ['/feed', feedCallOf(event), thumbnailOf(event)].map((path) => [
    { path },
  ]) as [Step[], Step[], Step[]];
  const stars = starsOf(event);
  const looks = [page, feed, picture, picture, picture, feed, picture, picture].flat();
  return {
    mixed: [...looks, ...stars.slice(0, 2)],
    'feed call': feed,
    picture,
    star: stars,
    'feed page': page,
  };
}
