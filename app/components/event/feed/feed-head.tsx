import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EventDescription } from '~/components/event/event-description';
import type { EventLine, FeedView } from '~/components/event/event-views';
import { Icon } from '~/components/ui/icon';
import { FeedLine } from './feed-line';
import { PilePill } from './pile-pill';

/**
 * The part above the prints: on laptops the title, then one line, and in one row the event's description and the choice
 * of order and size, if the event has these. A phone shows nothing else there, so that photos come first.
 * @param isGiven whether the reader has given a star
 */
export function FeedHead({ feed, isGiven }: { feed: FeedView; isGiven: boolean }) {
  const { t } = useTranslation('event');
  const { event, description, arrange, photos, unseen } = feed;
  const summary = useEventSummary(event);
  const isArranged = arrange !== null && photos.length > 0;
  return (
    <>
      <div className="mb-1 hidden items-baseline gap-4 laptop:flex">
        <h1>{t('title.feed')}</h1>
        <p className="flex-1 text-ink-soft">
          <bdi>{event.name}</bdi> · {summary}
        </p>
        {unseen !== null && <PilePill unseen={unseen} className="self-center" />}
      </div>
      <FeedLine feed={feed} isGiven={isGiven} />
      {feed.card && (
        <a className="mission-line" href={feed.card.to}>
          {feed.card.text}
        </a>
      )}
      {unseen !== null && <PilePill unseen={unseen} className="mb-1 text-center laptop:hidden" />}
      {event.starts && (
        <p className="mb-2 text-center text-xs text-ink-soft laptop:hidden">{summary}</p>
      )}
      {(description || isArranged) && (
        <div className="mb-1 flex min-h-touch flex-wrap items-center gap-2 laptop:mb-3 laptop:flex-nowrap">
          {description && (
            <EventDescription
              className="min-w-0 flex-1"
              text={description}
              isBeside
              // Next to two other orders a phone has room for two or three words.
              isTight={isArranged && arrange.orders.length > 2}
            />
          )}
          {isArranged && (
            <Arrange isSmall={feed.isSmall} arrange={arrange} hasCompany={!!description} />
          )}
        </div>
      )}
    </>
  );
}

/** “48 photos · ends in 5 days” */
function useEventSummary({ photoCount, daysLeft, starts }: EventLine): string {
  const { t } = useTranslation('event');
  return `${t('line.photos', { count: photoCount })} · ${starts ?? endsText(t, daysLeft)}`;
}

function endsText(t: ReturnType<typeof useTranslation<'event'>>['t'], daysLeft: number): string {
  if (daysLeft < 0) return t('line.ended');
  if (daysLeft === 0) return t('line.last_day');
  return t('line.ends_in', { count: daysLeft });
}

/**
 * The choice of order and size.
 * @param hasCompany whether something is beside it; a phone then only has room for the orders that are not shown
 */
function Arrange({
  isSmall,
  arrange: { size, orders },
  hasCompany,
}: {
  isSmall: boolean;
  arrange: NonNullable<FeedView['arrange']>;
  hasCompany: boolean;
}) {
  const { t } = useTranslation('event');
  return (
    <div
      className={`flex items-center laptop:gap-2 ${hasCompany ? 'ml-auto flex-none' : 'max-laptop:flex-1 laptop:ml-auto'}`}
    >
      <nav
        className={`segments p-0 max-laptop:flex-1 laptop:flex-none laptop:p-[0.1875rem] ${hasCompany ? 'max-laptop:auto-cols-auto' : ''}`}
        aria-label={t('feed.sort')}
      >
        {orders.map(({ to, label, isHere }) => (
          <Link
            key={to}
            className={
              hasCompany
                ? 'max-laptop:px-1.5 max-laptop:text-xs max-laptop:aria-[current]:hidden'
                : undefined
            }
            to={to}
            aria-current={isHere ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Link
        className="icon-button"
        to={size}
        replace
        aria-label={t(isSmall ? 'feed.large' : 'feed.small')}
      >
        <Icon name={isSmall ? 'photos' : 'grid'} />
      </Link>
    </div>
  );
}
