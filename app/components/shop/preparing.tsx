import { useTranslation } from 'react-i18next';

/** Stripe hears of the payment, or its form is on its way. */
export function Preparing() {
  const { t } = useTranslation('shop');
  return (
    <p className="wait" role="status">
      <span className="spinner" />
      {t('pay.preparing')}
    </p>
  );
}
