import { useTranslation } from 'react-i18next';
import type { Plan } from '~/models/payment/plan';
import { Icon } from '../ui/icon';

/** The places and the time that a plan gives. */
export function PlanGains({ plan }: { plan: Plan }) {
  const { t } = useTranslation('shop');
  const { participants, validity } = plan;
  return (
    <ul className="mb-1 grid gap-2 text-sm">
      <li className="flex items-center gap-2.5">
        <Icon name="users" />
        {plan.id === 'free'
          ? t('participants', { count: participants })
          : t('more_participants', { count: participants })}
      </li>
      <li className="flex items-center gap-2.5">
        <Icon name="calendar" />
        {'days' in validity
          ? t('days', { count: validity.days })
          : t('more_months', { count: validity.months })}
      </li>
    </ul>
  );
}
