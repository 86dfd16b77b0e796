import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';

/** Stands in the place of a screen or a dialog that could not be loaded; it is loaded by itself once it can be. */
export function NoAnswer({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState
        icon="wifi-off"
        title={t('offline.none')}
        text={t('offline.waiting')}
        action={
          <button type="button" className="button big" onClick={onRetry}>
            <Icon name="refresh" />
            {t('error.try_again')}
          </button>
        }
      />
    </div>
  );
}
