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
      <p className="min-w-0 flex-[1_1_100%]" role="status">
        <strong className="block" id={title}>
          {t('update.title')}
        </strong>
        <span className="block text-sm text-ink-soft">{t('update.text')}</span>
      </p>
      <button type="button" className="button slim flex-[1_1_7rem]" onClick={onReload}>
        {t('update.reload')}
      </button>
      <button type="button" className="button quiet slim flex-[1_1_7rem]" onClick={onLater}>
        {t('update.later')}
      </button>
    </OfferCard>
  );
}
