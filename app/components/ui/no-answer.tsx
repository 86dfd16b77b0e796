import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state';
import { Icon } from './icon';

/** Shown in place of a screen or dialog that could not be loaded, until it loads by itself. */
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
