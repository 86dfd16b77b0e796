import { useFetcher } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { toast } from '~/components/shell/toast';
import { useHydrated } from '~/components/ui/use-hydrated';

const CLASSES_WAY = 'min-w-0 flex-[1_1_7rem] px-2 text-sm/tight';

/**
 * The organizer's private return link (rule `sign-in.return-link`), until it is copied, sent, or marked as saved.
 * @param next where the form leads back: the desk or the settings
 */
export function ReturnLink({ url, next }: { url: string; next: string }) {
  const { t } = useTranslation('account');
  const isHydrated = useHydrated();
  const fetcher = useFetcher();
  const saved = { intent: 'link-kept', next };
  const noteSaved = () => fetcher.submit(saved, { method: 'post', action: paths.settings() });

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast({ tone: 'ok', title: t('return_link.copied') });
      noteSaved();
    } catch {
      toast({ tone: 'bad', title: t('return_link.copy_failed') });
    }
  }

  return (
    <div className="grid content-start gap-3">
      <p className="text-sm/[inherit] text-ink-soft">{t('return_link.text')}</p>
      <input
        className="input"
        aria-label={t('return_link.field')}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        {isHydrated && (
          <button className={`button ${CLASSES_WAY}`} type="button" onClick={copy}>
            {t('return_link.copy')}
          </button>
        )}
        <a
          className={`button quiet ${CLASSES_WAY}`}
          href={paths.mail({ subject: t('return_link.title'), body: url })}
        >
          {t('return_link.send')}
        </a>
        <fetcher.Form className="min-w-0 flex-[1_1_7rem]" method="post" action={paths.settings()}>
          <input type="hidden" name="intent" value={saved.intent} />
          <input type="hidden" name="next" value={next} />
          <button className="button quiet h-full w-full px-2 text-sm/tight">
            {t('return_link.kept')}
          </button>
        </fetcher.Form>
      </div>
    </div>
  );
}
