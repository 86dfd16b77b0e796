import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/**
 * Shows above the feed how many new photos there are, and shows them when pressed. It does not move the feed.
 * @param isMore whether there may be more than `count`
 */
export function NewsPill({
  count,
  isMore,
  onTake,
}: {
  count: number;
  isMore: boolean;
  onTake: () => void;
}) {
  const { t } = useTranslation('event');
  return (
    <div
      className="sticky top-[calc(var(--spacing-header)+0.625rem)] z-15 flex h-0 justify-center laptop:top-4"
      role="status"
    >
      {count > 0 && (
        <button
          type="button"
          className="flex h-max min-h-touch animate-settle cursor-pointer appearance-none items-center gap-1.5 rounded-full border-0 bg-primary pr-4 pl-4.5 text-sm/body font-semibold text-on-primary shadow-lift hover:bg-primary-hover"
          onClick={onTake}
        >
          {t('feed.news', { count, number: isMore ? `${count}+` : String(count) })}
          <Icon className="size-4.5" name="arrow-up" />
        </button>
      )}
    </div>
  );
}
