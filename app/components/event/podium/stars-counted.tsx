import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/** A number of stars: an icon and a number, and “31 stars” for screen readers. */
export function StarsCounted({
  count,
  fill = false,
  className = '',
}: {
  count: number;
  fill?: boolean;
  className?: string;
}) {
  const { t } = useTranslation('event');
  return (
    <span className={`stars ${className}`}>
      <Icon name="star" fill={fill} />
      <span className="tabular-nums">{count}</span>
      <span className="sr-only">{t('top.stars', { count })}</span>
    </span>
  );
}
