import { useTranslation } from 'react-i18next';
import type { EventLine } from '~/components/event/event-views';

/** Event, photos and days left: below the title on laptops, a separate block on phones. */
export function EventHeading({ title, event }: { title: string; event: EventLine }) {
  const summary = useEventSummary(event);
  return (
    <>
      <div className="mb-6 hidden items-end justify-between gap-4 laptop:flex">
        <div>
          <h1>{title}</h1>
          <p className="text-ink-soft">
            <bdi>{event.name}</bdi> · {summary}
          </p>
        </div>
      </div>
      <div className="mb-3.5 laptop:hidden">
        <p className="font-display text-xl leading-tight tracking-display text-balance">
          <bdi>{event.name}</bdi>
        </p>
        <p className="text-sm text-ink-soft">{summary}</p>
      </div>
    </>
  );
}

/** “48 photos · ends in 5 days” */
export function useEventSummary({ photoCount, daysLeft, starts }: EventLine): string {
  const { t } = useTranslation('event');
  return `${t('line.photos', { count: photoCount })} · ${starts ?? endsText(t, daysLeft)}`;
}

function endsText(t: ReturnType<typeof useTranslation<'event'>>['t'], daysLeft: number): string {
  if (daysLeft < 0) return t('line.ended');
  if (daysLeft === 0) return t('line.last_day');
  return t('line.ends_in', { count: daysLeft });
}
