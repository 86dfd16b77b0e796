import { Form } from '@remix-run/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '~/models/payment/plan';
import { paths } from '~/paths';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { SubmitButton } from '../ui/submit';
import type { ShopView } from './shop-views';

/** The plan that the shop recommends. */
const RECOMMENDED = 'basic';
/** The id of the notice that says why nothing can be bought. */
export const CLOSED_ID = 'payments-closed';

interface PlanCardProps {
  plan: Plan;
  shop: ShopView;
  /** Whether this plan is being bought. */
  isBusy: boolean;
  /** Whether any plan is being bought. */
  isDisabled: boolean;
  onChoose(event: FormEvent): void;
}

/** A plan: its price, what it adds, what the event has then, and the button to pay. */
export function PlanCard({ plan, shop, isBusy, isDisabled, onChoose }: PlanCardProps) {
  const { t } = useTranslation('shop');
  const { id } = plan;
  const isCurrent = id === shop.current;
  const isHot = id === RECOMMENDED;
  return (
    <li className={isHot ? 'card plan hot' : 'card plan'}>
      <p className="labels">
        {isCurrent ? (
          <Pill tone="ok" icon="check">
            {t('current')}
          </Pill>
        ) : (
          id !== 'free' && <Pill tone={isHot ? 'gold' : undefined}>{t(`labels.${id}`)}</Pill>
        )}
      </p>
      <h2>{t(`names.${id}`)}</h2>
      <p className="price">
        <span className="amount tabular-nums">{shop.prices[id]}</span>
      </p>
      <PlanGains plan={plan} />
      {id !== 'free' && <p className="text-sm text-ink-soft">{t('after', shop.after[id])}</p>}
      {isCurrent ? (
        <button className="button w-full" type="button" disabled>
          {t('current')}
        </button>
      ) : (
        id !== 'free' && (
          <Choose
            id={id}
            className={isHot ? 'lit w-full' : 'w-full'}
            {...{ shop, isBusy, isDisabled, onChoose }}
          />
        )
      )}
    </li>
  );
}

/** The button to pay; if nothing can be bought, a button that says why. */
function Choose({
  id,
  className,
  shop,
  isBusy,
  isDisabled,
  onChoose,
}: Omit<PlanCardProps, 'plan'> & { id: string; className: string }) {
  const { t } = useTranslation('shop');
  if (shop.payments === 'closed') {
    return (
      <button className={`button ${className}`} type="button" disabled aria-describedby={CLOSED_ID}>
        {t('upgrade')}
      </button>
    );
  }
  return (
    <Form method="post" action={paths.shop()} onSubmit={onChoose}>
      <input type="hidden" name="plan" value={id} />
      {shop.from && <input type="hidden" name="from" value={shop.from} />}
      <SubmitButton
        className={className}
        pending={isBusy}
        disabled={isDisabled}
        label={t('upgrade')}
        busyLabel={t('processing')}
      />
    </Form>
  );
}

function PlanGains({ plan }: { plan: Plan }) {
  const { t } = useTranslation('shop');
  const { participants, validity } = plan;
  return (
    <ul className="text-sm">
      <li>
        <Icon name="users" />
        {plan.id === 'free'
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
  );
}
