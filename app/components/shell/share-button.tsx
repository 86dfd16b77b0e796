import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * Shares a link: natively if the device can, else through the clipboard. If neither works, or without
 * scripts, it shows the link itself.
 */
export function ShareButton({ url, label }: { url: string; label?: string }) {
  const { t } = useTranslation('auth');
  const isHydrated = useHydrated();
  const [showsLink, setShowsLink] = useState(false);

  async function share() {
    if (await shareNatively({ title: 'Snapodium', text: t('share.text'), url })) return;
    try {
      await navigator.clipboard.writeText(url);
      toast({ tone: 'ok', title: t('share.copied'), text: t('share.copied_text') });
    } catch {
      setShowsLink(true);
      toast({ tone: 'bad', title: t('share.copy_failed') });
    }
  }

  const link = (
    <label className="field">
      <span className="label">{t('share.link_label')}</span>
      <input className="input" readOnly value={url} />
    </label>
  );
  return (
    <>
      <button className="button quiet w-full" type="button" hidden={!isHydrated} onClick={share}>
        <Icon name="share" />
        {label ?? t('share.button')}
      </button>
      {showsLink ? link : <noscript>{link}</noscript>}
    </>
  );
}

/** False if the device cannot share or failed to. Closing the share sheet is not a failure. */
export async function shareNatively(content: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(content);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
