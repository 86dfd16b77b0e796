import { useTranslation } from 'react-i18next';
import { PLAN_TABLE, type Plan } from '~/models/plan';
import { paths } from '~/paths';
import { DownloadLink } from './download-link';
import type { ShopView } from './event-views';
import { ScreenHead } from './screen-head';
import { Icon } from './ui/icon';
import { Note } from './ui/note';
import { Pill } from './ui/pill';

type Kept = NonNullable<ShopView['kept']>;

const CLOSED_ID = 'payments-closed';
/** The one that the shop puts forward. */
const RECOMMENDED = 'basic';

/** The shop (§2): what each plan gives and costs. Payments are not set up: nothing can be bought. */
export function ShopScreen({ shop }: { shop: ShopView }) {
  const { t } = useTranslation('shop');
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')} />
      <p className="soft mb-5">{t('subtitle')}</p>
      {shop.kept && <KeptNote kept={shop.kept} />}
      <Note className="mb-5" id={CLOSED_ID} title={t('closed')}>
        {t('closed_text')}
      </Note>
      <ul className="plans">
        {PLAN_TABLE.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            amount={shop.prices[plan.id]}
            isCurrent={plan.id === shop.current}
          />
        ))}
      </ul>
      <section className="note help">
        <Icon name="mail" />
        <p className="grow">
          <strong>{t('help')}</strong>
          {t('help_text')}
        </p>
        <a className="link" href={`mailto:${shop.contactEmail}`}>
          {t('contact')}
        </a>
      </section>
    </main>
  );
}

/** An ended event shows its organizer nothing but the shop: so here is what becomes of the photos. */
function KeptNote({ kept: { lastDay, isOver, hasAllPhotos } }: { kept: Kept }) {
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
        {hasAllPhotos && <DownloadLink to={paths.allPhotosZip()}>{t('kept.all')}</DownloadLink>}
        <DownloadLink to={paths.topPhotosZip()} icon="podium">
          {t('kept.top')}
        </DownloadLink>
      </div>
    </Note>
  );
}

function PlanCard({ plan, amount, isCurrent }: { plan: Plan; amount: string; isCurrent: boolean }) {
  const { t } = useTranslation('shop');
  const { id, participants, validity } = plan;
  const isFree = id === 'free';
  const isHot = id === RECOMMENDED;
  return (
    <li className={isHot ? 'card plan hot' : 'card plan'}>
      <p className="lab">
        {isCurrent ? (
          <Pill tone="ok" icon="check">
            {t('current')}
          </Pill>
        ) : (
          !isFree && <Pill tone={isHot ? 'gold' : undefined}>{t(`labels.${id}`)}</Pill>
        )}
      </p>
      <h2>{t(`names.${id}`)}</h2>
      <p className="price">
        <span className="display num">{amount}</span>
        {'\u00a0€'}
      </p>
      <ul className="small">
        <li>
          <Icon name="users" />
          {isFree
            ? t('participants', { count: participants })
            : t('more_participants', { count: participants })}
        </li>
        <li>
          <Icon name="calendar" />
          {'days' in validity
            ? t('days', { count: validity.days })
            : t('more_months', { count: validity.months })}
        </li>
      </ul>
      {isFree ? (
        isCurrent && (
          <button className="btn wide" type="button" disabled>
            {t('current')}
          </button>
        )
      ) : (
        <button className="btn wide" type="button" disabled aria-describedby={CLOSED_ID}>
          {t('upgrade')}
        </button>
      )}
    </li>
  );
}
