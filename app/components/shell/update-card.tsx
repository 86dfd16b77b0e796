import { useId } from 'react';
import { useOfflineTexts } from '~/i18n/use-offline-texts';
import { OfferCard } from './offer-card';

/** Offers the new version, which starts when the user agrees. */
export function UpdateCard({ onReload, onLater }: { onReload(): void; onLater(): void }) {
  const t = useOfflineTexts();
  const title = useId();
  if (!t) return null;
  return (
    <OfferCard labelledBy={title}>
      <p role="status">
        <strong id={title}>{t('update.title')}</strong>
        <span className="text-sm text-ink-soft">{t('update.text')}</span>
      </p>
      <button type="button" className="button slim" onClick={onReload}>
        {t('update.reload')}
      </button>
      <button type="button" className="button quiet slim" onClick={onLater}>
        {t('update.later')}
      </button>
    </OfferCard>
  );
}
