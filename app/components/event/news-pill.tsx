import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/**
 * Says above the feed how many new photos there are, and shows them. It does not move the feed.
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
    <div className="news" role="status">
      {count > 0 && (
        <button type="button" onClick={onTake}>
          {t('feed.news', { count, number: isMore ? `${count}+` : String(count) })}
          <Icon name="arrow-up" />
        </button>
      )}
    </div>
  );
}
