import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DayView, Figure } from '~/components/admin/day-card';
import { formatBytes, formatMoment, formatNumber } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { BUCKET_MS, BUCKETS, type Bucket } from '~/models/admin/day';
import { VERSION } from '~/version.server';

const HOUR_MS = 60 * 60 * 1000;
const NAMES = ['requests', 'errors', 'uploads', 'queue', 'memory', 'disk'] as const;
type Name = (typeof NAMES)[number];

/** How to combine the figures of several buckets into one. */
const TOGETHER: Record<Name, (buckets: Bucket[]) => number> = {
  requests: (buckets) => sumOf(buckets, ({ requests }) => requests),
  errors: (buckets) => sumOf(buckets, ({ errors }) => errors),
  uploads: (buckets) => sumOf(buckets, ({ uploads }) => uploads),
  queue: (buckets) => Math.max(...buckets.map(({ queue }) => queue)),
  memory: (buckets) => Math.max(...buckets.map(({ memory }) => memory)),
  disk: (buckets) => Math.min(...buckets.flatMap(({ free }) => free ?? [])),
};

/** This server's last 24 hours, with formatted figures. */
export async function loadDay({ request, context }: LoaderFunctionArgs): Promise<DayView> {
  const { day, env } = context.app;
  const language = await languageOf(request);
  const buckets = day.buckets();
  const timeZone = env.EVENT_TIME_ZONE;
  const format = (name: Name, value: number) => {
    // Nothing was measured yet.
    if (!Number.isFinite(value) || (name === 'memory' && value === 0)) return '–';
    const isBytes = name === 'memory' || name === 'disk';
    return isBytes ? formatBytes(value, language) : formatNumber(value, language);
  };
  const textOf = (name: Name, of: Bucket[]) => format(name, TOGETHER[name](of));
  return {
    since: formatMoment(day.startedAt, language, timeZone),
    version: VERSION,
    figures: NAMES.map((name): Figure => {
      return { name, value: textOf(name, buckets), bars: barsOf(buckets, name) };
    }),
    hours: byHour(buckets).map((of) => ({
      hour: of[0] ? formatMoment(of[0].at, language, timeZone) : '',
      values: NAMES.map((name) => textOf(name, of)),
    })),
    failures: day.failures().map(({ at, ...failure }) => ({
      ...failure,
      time: formatMoment(at, language, timeZone),
    })),
  };
}

/** The heights of 24 hours' bars in percent of the highest; 0 before the start. */
function barsOf(buckets: Bucket[], name: Name): number[] {
  const values = buckets.map((bucket) => {
    const value = TOGETHER[name]([bucket]);
    return Number.isFinite(value) ? value : 0;
  });
  const most = Math.max(...values, 1);
  const last = buckets.at(-1)?.at.getTime() ?? 0;
  const bars = Array.from({ length: BUCKETS }, () => 0);
  buckets.forEach(({ at }, index) => {
    bars[BUCKETS - 1 - (last - at.getTime()) / BUCKET_MS] = Math.round(
      ((values[index] ?? 0) / most) * 100,
    );
  });
  return bars;
}

/** The buckets of each hour, newest first. */
function byHour(buckets: Bucket[]): Bucket[][] {
  const hours = new Map<number, Bucket[]>();
  for (const bucket of buckets) {
    const hour = Math.floor(bucket.at.getTime() / HOUR_MS);
    hours.set(hour, [...(hours.get(hour) ?? []), bucket]);
  }
  return [...hours.values()].reverse();
}

function sumOf(buckets: Bucket[], figure: (bucket: Bucket) => number): number {
  return buckets.reduce((sum, bucket) => sum + figure(bucket), 0);
}
