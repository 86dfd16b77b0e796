import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { canRetry, useFailureText } from './upload-failure';

/** A place for a photo, around one of the faces below. */
export const VACANT_CLASS =
  'vacant-slot relative grid min-h-34 w-full cursor-pointer place-items-center content-center gap-1.5 text-center text-sm/body font-semibold wrap-anywhere hyphens-auto no-underline';

/** The content of an empty slot: a plus, and its number. */
export function EmptyFace({ position }: { position: number }) {
  const { t } = useTranslation('event');
  return (
    <>
      <span className="plus grid size-10 place-items-center rounded-full bg-primary text-on-primary">
        <Icon name="plus" />
        <Icon name="check" />
      </span>
      <span>{t('slot.add')}</span>
      <span className="font-display text-base/none font-normal text-ink-soft">{position}</span>
    </>
  );
}

/**
 * The content of a slot whose upload failed.
 * @param failure the code of the error; its text is in the element with this `id`
 */
export function FailedFace({ id, failure }: { id: string; failure: string }) {
  const { t } = useTranslation('event');
  const reason = useFailureText();
  return (
    <>
      <Icon name="alert" />
      <span>{t('slot.not_sent')}</span>
      <span className="text-xs font-normal text-ink" id={id}>
        {reason(failure)}
      </span>
      {!canRetry(failure) && (
        <span className="text-xs font-normal text-ink">{t('slot.choose_another')}</span>
      )}
    </>
  );
}
