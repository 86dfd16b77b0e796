import { useTranslation } from 'react-i18next';
import { PLATFORM_NAME, type Mark } from '~/models/message/rules';
import { Pill } from '../ui/pill';

/** Also used in a message, whose rows are as wide as its bubble. */
const AS_WIDE_AS_ITS_TEXT = 'justify-self-start';

/**
 * The badge of a message from the organizer or the product: a frame and an icon, which no name can imitate.
 */
export function SenderMark({ mark }: { mark: Mark }) {
  const { t } = useTranslation('account');
  return mark === 'organizer' ? (
    <Pill className={AS_WIDE_AS_ITS_TEXT} icon="key">
      {t('messages.organizer')}
    </Pill>
  ) : (
    <Pill className={AS_WIDE_AS_ITS_TEXT} icon="shield">
      {PLATFORM_NAME}
    </Pill>
  );
}
