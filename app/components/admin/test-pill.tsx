import { useTranslation } from 'react-i18next';
import { Pill } from '../ui/pill';

/** Marks payments with Stripe's test keys. */
export function TestPill() {
  const { t } = useTranslation('admin');
  return <Pill icon="gear">{t('payments.test')}</Pill>;
}
