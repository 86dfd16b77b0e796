import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';

/** The organizer's line of thanks, and the link to write it (rule `event.thanks`). */
export function ThanksRow({ thanks }: { thanks: string | null }) {
  const { t } = useTranslation('organizer');
  return (
    <div className="setting-row">
      <div className="min-w-44 flex-1">
        <p className="name">{t('thanks.title')}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {thanks === null ? t('thanks.none') : <bdi>{thanks}</bdi>}
        </p>
      </div>
      <DialogLink className="button quiet slim" to={organizerPaths.eventThanks()}>
        <Icon name="pencil" />
        {t('thanks.write')}
      </DialogLink>
    </div>
  );
}
