import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { BrandHeader } from '~/components/ui/logo';
import { paths } from '~/paths';
import { OFFLINE_CLASSES } from './offline-status';
import { PlainDocument } from './plain-document';

/**
 * The page shown offline for a screen that is not cached, as a whole document. `offline-page.ts` fills in the
 * counts and follows the connection.
 */
export function OfflinePage() {
  const { t } = useTranslation('offline');
  return (
    <PlainDocument title={t('status.offline')} head={<script src="/offline-page.js" defer />}>
      <BrandHeader>
        <Lights out />
      </BrandHeader>
      <main className="@container/text mx-auto grid max-w-[26rem] grid-cols-[minmax(0,1fr)] justify-items-center gap-4 px-5 py-10 text-center">
        <section className={OFFLINE_CLASSES.card} aria-live="polite">
          <div data-when="offline" className="grid justify-items-center gap-3">
            <Icon className="size-12 text-danger" name="wifi-off" />
            <h1>{t('status.offline')}</h1>
            <p className="text-ink-soft">{t('status.offline_text')}</p>
          </div>
          <div data-when="online" className="grid justify-items-center gap-3" hidden>
            <h1>{t('status.online')}</h1>
            <p className="text-ink-soft">{t('status.online_text')}</p>
          </div>
          {(['pages', 'items'] as const).map((what) => (
            <p
              key={what}
              className="pill whitespace-normal text-center"
              hidden
              data-cached={what}
              data-one={t(`kept.${what}`, { count: 1, number: '#' })}
              data-other={t(`kept.${what}`, { count: 2, number: '#' })}
            />
          ))}
          <button type="button" className={`button big ${OFFLINE_CLASSES.button}`} data-reconnect>
            <Icon name="refresh" />
            {t('reconnect')}
          </button>
          <a className={`button quiet ${OFFLINE_CLASSES.button}`} href={paths.home()}>
            <Icon name="home" />
            {t('home')}
          </a>
        </section>
      </main>
    </PlainDocument>
  );
}
