import { useTranslation } from 'react-i18next';
import { PLATFORM_NAME, type Mark } from '~/models/message';
import { Pill } from '../ui/pill';

/** That a message is the organizer's or the product's: a frame and a sign, which no name can hold. */
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
