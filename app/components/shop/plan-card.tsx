import { Form } from '@remix-run/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaidPlanId, Plan } from '~/models/payment/plan';
import { paths } from '~/paths';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { SubmitButton } from '../ui/submit';
import { PlanGains } from './plan-gains';
import type { ExtentView, ShopView } from './shop-views';

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

/**
 * A plan: its price, what it adds, what the event has then, and the button to pay. The current plan says what
 * the event has.
 */
export function PlanCard({ plan, shop, isBusy, isDisabled, onChoose }: PlanCardProps) {
  const { t } = useTranslation('shop');
  const { id } = plan;
  const isCurrent = id === shop.current;
  const isHot = id === RECOMMENDED;
  return (
    <li
      // The buttons of cards side by side are on one line.
      className={`card grid grid-rows-[auto_auto_auto_auto_1fr] content-start gap-3 ${isHot ? 'shadow-[0_0_0_2px_var(--color-gold),var(--shadow-lift)]' : ''}`}
    >
      <p className="min-h-7">
        {isCurrent ? (
          <Pill tone="ok" icon="check">
            {t('current')}
          </Pill>
        ) : (
          id !== 'free' && <Pill tone={isHot ? 'gold' : undefined}>{t(`labels.${id}`)}</Pill>
        )}
      </p>
      <h2 className="m-0">{t(`names.${id}`)}</h2>
      <p className="text-[1.25rem]/none">
        <span className="font-display text-[2.5rem] tracking-display text-balance tabular-nums">
          {shop.prices[id]}
        </span>
      </p>
      {isCurrent ? <PlanHolds extent={shop.now} /> : <PlanGains plan={plan} />}
      {id !== 'free' && !isCurrent && (
        <p className="text-sm text-ink-soft">{t('after', shop.after[id])}</p>
      )}
      {isCurrent ? (
        <button className="button w-full self-end" type="button" disabled>
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
}: Omit<PlanCardProps, 'plan'> & { id: PaidPlanId; className: string }) {
  const { t } = useTranslation('shop');
  const label = (
    <>
      <span className="sr-only">{t(`names.${id}`)}: </span>
      {t('upgrade')}
    </>
  );
  if (shop.payments === 'closed') {
    return (
      <button
        className={`button self-end ${className}`}
        type="button"
        disabled
        aria-describedby={CLOSED_ID}
      >
        {label}
      </button>
    );
  }
  return (
    <Form className="self-end" method="post" action={paths.shop()} onSubmit={onChoose}>
      <input type="hidden" name="plan" value={id} />
      {shop.from && <input type="hidden" name="from" value={shop.from} />}
      <SubmitButton
        className={className}
        pending={isBusy}
        disabled={isDisabled}
        label={label}
        busyLabel={t('processing')}
      />
    </Form>
  );
}

/** What the event has with its current plan. */
function PlanHolds({ extent: { places, day } }: { extent: ExtentView }) {
  const { t } = useTranslation('shop');
  return (
    <ul className="mb-1 grid gap-2 text-sm">
      <li className="flex items-center gap-2.5">
        <Icon name="users" />
        {t('has_places', { places })}
      </li>
      <li className="flex items-center gap-2.5">
        <Icon name="calendar" />
        {t('has_photos_until', { day })}
      </li>
    </ul>
  );
}
