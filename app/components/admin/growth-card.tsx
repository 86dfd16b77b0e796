import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';

interface GrownDay {
  /** As text, and as numbers. */
  day: string;
  label: string;
  photos: number;
  people: number;
}

const WEEK = 7;

/** What was added in the last 30 days: a bar per day, photos and people separately. */
export function GrowthCard({ days }: { days: GrownDay[] }) {
  const { t } = useTranslation('admin');
  const photos = days.map((on) => ({ ...on, count: on.photos }));
  const people = days.map((on) => ({ ...on, count: on.people }));
  return (
    <section className="card mt-4 grid gap-6 laptop:grid-cols-2">
      <h2 className="m-0 laptop:col-span-2">{t('growth.title')}</h2>
      <Growth days={photos} of="photos" />
      <Growth days={people} of="people" />
    </section>
  );
}

function Growth({
  days,
  of,
}: {
  days: { day: string; label: string; count: number }[];
  of: 'photos' | 'people';
}) {
  const { t } = useTranslation('admin');
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const highest = days.findIndex(({ count }) => count === most);
  const last = days.length - 1;
  return (
    <div className="min-w-0">
      <h3>{t(`growth.${of}`, { count: total })}</h3>
      <ol className="mt-3 grid auto-cols-fr grid-flow-col gap-0.5">
        {days.map(({ day, label, count }, index) => (
          <li key={day} className="grid grid-rows-[7rem_1.5rem]">
            {/* The number of the highest bar is above it. */}
            <span
              className="relative h-[max(2px,calc(var(--v)*0.8))] self-end rounded-t-print bg-primary forced-color-adjust-none forced-colors:bg-[CanvasText]"
              style={{ '--v': `${(count / most) * 100}%` } as CSSProperties}
            >
              {index === highest && (
                // To the right if there is no room on the left.
                <b
                  className={`absolute -top-5.5 text-xs/[inherit] ${index < 5 ? '' : 'right-0'}`}
                  aria-hidden
                >
                  {count}
                </b>
              )}
              <span className="sr-only">{t('growth.on', { day, count })}</span>
            </span>
            {/* Outward from the right edge of its column, where there is room. */}
            <span
              className="flex w-0 items-end justify-end justify-self-end text-xs/[inherit] whitespace-nowrap text-ink-soft"
              aria-hidden
            >
              {/* The label of the first week would stick out. */}
              {index >= WEEK && (last - index) % WEEK === 0 && label}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
