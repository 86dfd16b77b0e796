import { useTranslation } from 'react-i18next';
import { PLATFORM_NAME, type Mark } from '~/models/message/rules';
import { Pill } from '../ui/pill';

/**
 * The badge of a message from the organizer or the product: a frame and an icon, which no name can imitate.
 */
export function SenderMark({ mark }: { mark: Mark }) {
  const { t } = useTranslation('account');
  return mark === 'organizer' ? (
    <Pill icon="key">{t('messages.organizer')}</Pill>
  ) : (
    <Pill icon="shield" tone="night">
      {PLATFORM_NAME}
    </Pill>
  );
}
