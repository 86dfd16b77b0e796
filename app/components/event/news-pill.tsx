import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/**
 * Says over the feed how many photos have come since it was drawn, and brings them. It moves nothing.
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
