import { withPlaces } from '~/models/favorite';
import type { Party } from './party';
import type { TopPhoto } from './shapes';
import type { CallFigures } from './stopwatch';

const WRONG_SHOWN = 30;
const PODIUM_PLACES = 3;

export interface Outcome {
  party: Party;
  top: readonly TopPhoto[];
  /** How long the whole party took. */
  seconds: number;
  /** Of the process that served, in bytes; null when it is not ours. */
  peakMemory: number | null;
}

/** The table, the podium and the verdict, as text. */
export function report(outcome: Outcome): string {
  return (
    [heading(outcome), table(outcome), podium(outcome.top), verdict(outcome)].join('\n\n') + '\n'
  );
}

function heading({ party, seconds, peakMemory }: Outcome): string {
  const { settings, uploads, stopwatch } = party;
  const uploading = Math.max(uploads.end - uploads.begin, 0) / 1000;
  const rate = (count: number, time: number) => (time > 0 ? (count / time).toFixed(1) : '0');
  const lines = [
    [
      'guests',
      `${settings.guests} with ${settings.photos} photos each, ${settings.concurrency} at a time`,
    ],
    ['pictures', party.source.description],
    [
      'photos',
      `${uploads.count} stored in ${uploading.toFixed(1)} s: ${rate(uploads.count, uploading)} a second`,
    ],
    [
      'requests',
      `${stopwatch.requests} in ${seconds.toFixed(1)} s: ${rate(stopwatch.requests, seconds)} a second`,
    ],
  ];
  if (party.broken !== undefined) lines.push(['network', `${party.broken} requests cut`]);
  if (peakMemory !== null) {
    lines.push(['server', `${Math.round(peakMemory / 1024 / 1024)} MiB of memory at its peak`]);
  }
  return lines.map(([name = '', text = '']) => `${name.padEnd(10)}${text}`).join('\n');
}

function table({ party }: Outcome): string {
  const { calls, all } = party.stopwatch.figures();
  const rows = [...calls, all].map(cells);
  const head = ['call', 'count', 'p50 ms', 'p95 ms', 'max ms', 'retried', 'errors'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const body = rows.map(line);
  return [line(head), rule, ...body.slice(0, -1), rule, ...body.slice(-1)].join('\n');
}

function cells(call: CallFigures): string[] {
  const time = (milliseconds: number) => Math.round(milliseconds).toString();
  return [
    call.label,
    String(call.count),
    time(call.p50),
    time(call.p95),
    time(call.max),
    String(call.retried),
    String(call.errors),
  ];
}

function podium(top: readonly TopPhoto[]): string {
  const rows = withPlaces([...top]).filter((photo) => photo.place <= PODIUM_PLACES);
  if (rows.length === 0) return 'Nobody is on the podium.';
  return [
    'podium',
    ...rows.map((row) => `${row.place}  ${'★ '}${row.favoriteCount}  ${row.userName}`),
  ].join('\n');
}

function verdict({ party }: Outcome): string {
  const { wrong, checks } = party.findings;
  if (wrong.length === 0) return `Every figure adds up (${checks} checks).`;
  const hidden = wrong.length - WRONG_SHOWN;
  return [
    `${wrong.length} of ${checks} checks failed:`,
    ...wrong.slice(0, WRONG_SHOWN).map((sentence) => `- ${sentence}`),
    ...(hidden > 0 ? [`… and ${hidden} more`] : []),
  ].join('\n');
}
