import { useId } from 'react';
import { useOfflineTexts } from '~/i18n/use-offline-texts';
import { Icon } from '~/components/ui/icon';
import { Logo } from '~/components/ui/logo';
import { OfferCard } from './offer-card';
import { useInstall } from './use-install';

/**
 * Offers to install Snapodium (rule `offline.install`). On iOS, where no browser offers it, it explains how.
 * @param isInside whether the user is signed in; only they see the explanation
 */
export function InstallCard({ isInside }: { isInside: boolean }) {
  const { way, install, dismiss } = useInstall(isInside);
  const t = useOfflineTexts(way !== null);
  const title = useId();
  if (!way || !t) return null;
  return (
    <OfferCard labelledBy={title}>
      <span className="w-11 flex-none self-start rounded-control bg-night p-1.5">
        <Logo className="size-8" />
      </span>
      <p className="min-w-0 flex-[1_1_8rem]">
        <strong className="block" id={title}>
          {t('install.title')}
        </strong>
        <span className="block text-sm text-ink-soft">
          {t(way === 'prompt' ? 'install.text' : 'install.ios')}
        </span>
      </p>
      <button
        type="button"
        className="icon-button"
        aria-label={t('install.dismiss')}
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
      {way === 'prompt' && (
        <button type="button" className="button slim flex-[1_1_7rem]" onClick={install}>
          {t('install.install')}
        </button>
      )}
    </OfferCard>
  );
}
