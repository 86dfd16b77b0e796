import { Link, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon } from '../ui/icon';
import { Note, type NoteTone } from '../ui/note';
import type { ReturnView } from './shop-views';

const TONES: Record<ReturnView['status'], NoteTone> = {
  open: 'info',
  processing: 'warn',
  paid: 'ok',
  refund_due: 'error',
  partly_refunded: 'ok',
  refunded: 'info',
  disputed: 'warn',
  canceled: 'info',
};

/** The outcome of an external payment, and links to continue. */
export function ReturnScreen({ view }: { view: ReturnView }) {
  const { t } = useTranslation('shop');
  const { status, now, eventName, receiptUrl, again, from } = view;
  useLooking(again);
  const isGiven = status === 'paid' || status === 'partly_refunded';
  return (
    <main className="page" id="content">
      <ScreenHead title={t('return.title')} />
      <section className="card grid max-w-lg gap-4">
        <Note tone={TONES[status]} role="status" title={t(`return.${status}`)}>
          {t(`return.${status}_text`, { event: eventName, ...now })}
        </Note>
        {view.isTest && (
          <p className="text-sm text-ink-soft">
            <strong>{t('test')}</strong> {t('test_text')}
          </p>
        )}
        {view.isUnreachable && (
          <p className="text-sm" role="alert">
            {t('return.unreachable')}
          </p>
        )}
        {again && (
          <>
            {again.seconds !== null && (
              <noscript>
                <meta httpEquiv="refresh" content={`${again.seconds};url=${again.url}`} />
              </noscript>
            )}
            {again.seconds !== null && (
              <p className="text-sm text-ink-soft">{t('return.looking')}</p>
            )}
            <Link className="button quiet w-full" to={again.url} replace>
              <Icon name="clock" />
              {t('return.again')}
            </Link>
          </>
        )}
        {receiptUrl && (
          <a className="link" href={receiptUrl} target="_blank" rel="noreferrer">
            <Icon name="download" />
            {t('return.receipt')}
          </a>
        )}
        {isGiven ? (
          <Link className="button w-full" to={from}>
            {t('return.go_on')}
          </Link>
        ) : (
          <Link className="button w-full" to={paths.shop({ from })}>
            {t('return.shop')}
          </Link>
        )}
      </section>
    </main>
  );
}

/** With scripts the page refreshes itself without reloading, which keeps the scroll position. */
function useLooking(again: ReturnView['again']): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (again?.seconds == null) return;
    const timer = window.setTimeout(
      () => navigate(again.url, { replace: true }),
      again.seconds * 1000,
    );
    return () => window.clearTimeout(timer);
  }, [again, navigate]);
}
