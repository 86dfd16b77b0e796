import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '~/components/shell/toaster';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';
import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * The organizer's private return link (rule `sign-in.return-link`). Only one response contains it, so the
 * card remembers it while the screen is open.
 */
export function ReturnLinkCard({
  url,
  otherwise = null,
}: {
  url: string | null;
  /** Shown while there is no link. */
  otherwise?: ReactNode;
}) {
  const [shownUrl, setShownUrl] = useState(url);
  useEffect(() => {
    if (url) setShownUrl(url);
  }, [url]);
  return shownUrl ? <Card url={shownUrl} /> : otherwise;
}

/** A separate component, so that its texts are only loaded if it is shown. */
function Card({ url }: { url: string }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const isHydrated = useHydrated();

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast({ tone: 'ok', title: t('return_link.copied') });
    } catch {
      toast({ tone: 'bad', title: t('return_link.copy_failed') });
    }
  }

  return (
    <section className="card grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="m-0">{t('return_link.title')}</h2>
        <Pill icon="key">{t('return_link.only_you')}</Pill>
      </div>
      <p className="text-ink-soft">{t('return_link.text')}</p>
      <label className="field">
        <span className="label">{t('return_link.label')}</span>
        <input
          className="input"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      {isHydrated && (
        <button className="button quiet w-full" type="button" onClick={copy}>
          <Icon name="key" />
          {t('return_link.copy')}
        </button>
      )}
    </section>
  );
}
