import { table } from '../support/measure';
import type { Kind } from './measured';
import type { Rush } from './play';

/** Milliseconds that 95 of 100 pages have to be there in, outside the rush and in it. */
const AIM_MS = 300;
const AIM_IN_RUSH_MS = 2000;
const RUSH = 'podium opened';
/** What a guest waits for with a screen before them that is not there yet. */
const PAGES: readonly string[] = ['page', 'data'] satisfies Kind[];
const WRONG_SHOWN = 30;

/** Whether nothing went wrong and every total is right. */
export function isExact({ party, totals, measured }: Rush): boolean {
  return (
    party.findings.wrong.length === 0 &&
    measured.figures().all.errors === 0 &&
    totals.every(({ found, expected }) => found === expected)
  );
}

/** The tables of a rush, and what is wrong with it, as text. */
export function reportRush(rush: Rush): string {
  return `${[requests(rush), work(rush), aims(rush), totals(rush)].join('\n\n')}\n`;
}

function requests({ measured, usage }: Rush): string {
  const head = ['part', 'what', 'requests', 'errors', 'again', 'p50 ms', 'p95', 'p99', 'max'];
  const rows = measured.parts
    .slice(0, usage.length)
    .flatMap((part) =>
      measured
        .figuresOf(part)
        .map(({ label, count, errors, retried, p50, p95, p99, max }, index) => [
          index === 0 ? part.name : '',
          label,
          ...[count, errors, retried, p50, p95, p99, max].map((figure) => figure.toFixed(0)),
        ]),
    );
  return table([head, ...rows]);
}

function work({ measured, usage }: Rush): string {
  const head = ['part', 'took', 'CPU: server', 'PostgreSQL', 'guests', 'MB: server', 'PostgreSQL'];
  const rows = usage.map(({ seconds, cpu, memory }, index) => [
    measured.parts[index]?.name ?? '',
    `${seconds.toFixed(1)} s`,
    ...[cpu.server, cpu.postgres, cpu.guests].map((time) => `${time.toFixed(1)} s`),
    memory.server.toFixed(0),
    memory.postgres.toFixed(0),
  ]);
  return table([head, ...rows]);
}

function aims({ measured, usage }: Rush): string {
  const rows = measured.parts.slice(0, usage.length).flatMap((part) => {
    const aim = part.name === RUSH ? AIM_IN_RUSH_MS : AIM_MS;
    return measured
      .figuresOf(part)
      .filter(({ label }) => PAGES.includes(label))
      .map(({ label, p95 }) => [
        `p95 of ${label === 'page' ? 'pages' : 'what screens load'}, ${part.name}`,
        `${p95.toFixed(0)} ms`,
        `aim ${aim} ms`,
        p95 < aim ? 'met' : 'not met',
      ]);
  });
  return table(rows);
}

function totals(rush: Rush): string {
  const { wrong, checks } = rush.party.findings;
  const lines = rush.totals.map(
    ({ name, found, expected }) =>
      `${name}: ${found} of ${expected}${found === expected ? '' : ' !'}`,
  );
  const verdict =
    wrong.length === 0
      ? `Every figure adds up, the ranking's too (${checks} checks).`
      : [`${wrong.length} of ${checks} checks failed:`, ...wrong.slice(0, WRONG_SHOWN)].join(
          '\n- ',
        );
  return [...lines, verdict].join('\n');
}
