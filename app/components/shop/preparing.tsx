import { useTranslation } from 'react-i18next';

/** Shown while Stripe creates the payment, or its form loads. */
export function Preparing() {
  const { t } = useTranslation('shop');
  return (
    <p className="wait" role="status">
      <span className="spinner" />
      {t('pay.preparing')}
    </p>
  );
}
