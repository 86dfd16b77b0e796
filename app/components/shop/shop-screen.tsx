import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PLAN_TABLE } from '~/models/payment/plan';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DownloadLink } from '~/components/shell/download-link';
import { ScreenHead } from '~/components/shell/screen-head';
import { Icon } from '../ui/icon';
import { Note } from '../ui/note';
import { PaymentDialog } from './payment-dialog';
import { CLOSED_ID, PlanCard } from './plan-card';
import type { ShopView } from './shop-views';
import { usePurchase } from './use-purchase';

type Retention = NonNullable<ShopView['retention']>;

/** The shop: what each plan gives and costs, and how to pay. */
export function ShopScreen({ shop }: { shop: ShopView }) {
  const { t } = useTranslation('shop');
  const purchase = usePurchase(shop);
  return (
    <main className="page" id="content">
      {shop.from && (
        <Link className="link text-sm" to={shop.from}>
          <Icon name="arrow-left" />
          {t('back')}
        </Link>
      )}
      <ScreenHead title={t('title')} />
      <p className="mb-5 text-ink-soft">
        {t('subtitle')} {t(shop.isEnded ? 'now_ended' : 'now', { ...shop.now })}{' '}
        {shop.paidUntil !== null && t('paid_until', { day: shop.paidUntil })}
      </p>
      {shop.retention && <RetentionNote retention={shop.retention} />}
      {shop.payments === 'closed' && (
        <Note className="mb-5" id={CLOSED_ID} title={t('closed')}>
          {t('closed_text')}
        </Note>
      )}
      {shop.payments === 'test' && (
        <Note className="mb-5" tone="warn" role="status" icon="info" title={t('test')}>
          {t('test_text')}
        </Note>
      )}
      <ul className="grid gap-4 sm:grid-cols-[1fr_1fr] min-[75rem]:grid-cols-4">
        {PLAN_TABLE.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            shop={shop}
            isBusy={purchase.plan === plan.id}
            isDisabled={purchase.plan !== null}
            onChoose={(event) => plan.id !== 'free' && purchase.choose(plan.id, event)}
          />
        ))}
      </ul>
      <section className="note mt-6 flex-wrap items-center">
        <Icon name="mail" />
        <p className="min-w-48 flex-1">
          <strong>{t('help')}</strong>
          {t('help_text')}
        </p>
        <a className="link" href={`mailto:${shop.contactEmail}`}>
          {t('contact')}
        </a>
      </section>
      {purchase.plan !== null && <PaymentDialog shop={shop} purchase={purchase} />}
    </main>
  );
}

/** An ended event shows its organizer only the shop, so the shop says what happens to the photos. */
function RetentionNote({ retention: { lastDay, isOver } }: { retention: Retention }) {
  const { t } = useTranslation('shop');
  if (isOver) {
    return (
      <Note className="mb-5" title={t('kept.gone')}>
        {t('kept.gone_text', { day: lastDay })}
      </Note>
    );
  }
  return (
    <Note className="mb-5" icon="clock" title={t('kept.title', { day: lastDay })}>
      <p className="mb-3">{t('kept.text')}</p>
      <div className="grid gap-2.5">
        <DownloadLink to={organizerPaths.allPhotosZip({ format: 'jpeg' })}>
          {t('kept.all')}
        </DownloadLink>
        <DownloadLink to={paths.topPhotosZip({ format: 'jpeg' })} icon="podium">
          {t('kept.top')}
        </DownloadLink>
      </div>
    </Note>
  );
}
