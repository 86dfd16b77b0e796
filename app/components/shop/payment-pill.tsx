import { useTranslation } from 'react-i18next';
import type { PaymentStatus } from '~/models/payment/rules';
import type { IconName } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';

/** The look of each status; its text is next to it. */
const LOOKS: Record<PaymentStatus, { tone?: 'ok' | 'warn' | 'bad'; icon: IconName }> = {
  open: { icon: 'clock' },
  processing: { tone: 'warn', icon: 'clock' },
  paid: { tone: 'ok', icon: 'check' },
  refund_due: { tone: 'bad', icon: 'alert' },
  partly_refunded: { icon: 'arrow-left' },
  refunded: { icon: 'arrow-left' },
  disputed: { tone: 'bad', icon: 'flag' },
  canceled: { icon: 'close' },
};

/** The status of a payment, in a word. */
export function PaymentPill({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('shop');
  return <Pill {...LOOKS[status]}>{t(`status.${status}`)}</Pill>;
}
