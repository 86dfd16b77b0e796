import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { toast } from '~/components/shell/toast';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { paths } from '~/paths';

const FILE = 'snapodium-recovery-codes.txt';

/** The recovery codes, shown once: to print, to copy, or as a file created on the device. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation('second_factor');
  const isHydrated = useHydrated();
  const text = `${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'ok', title: t('copied') });
    } catch {
      toast({ tone: 'bad', title: t('copy_failed') });
    }
  }

  return (
    <>
      <h2 className="m-0">{t('codes_title')}</h2>
      <p>{t('codes_text')}</p>
      <ul className="recovery-codes grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-2 rounded-control bg-sunk p-4 text-center [font-family:ui-monospace,monospace] text-lg/[inherit] font-semibold wrap-anywhere">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions">
        <a
          className="button quiet"
          download={FILE}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Icon name="download" />
          {t('download')}
        </a>
        {isHydrated && (
          <>
            <button className="button quiet" type="button" onClick={copy}>
              <Icon name="file" />
              {t('copy')}
            </button>
            <button className="button quiet" type="button" onClick={() => window.print()}>
              <Icon name="file" />
              {t('print')}
            </button>
          </>
        )}
      </div>
      <Link className="button w-full" to={paths.settings()}>
        {t('kept')}
      </Link>
    </>
  );
}
