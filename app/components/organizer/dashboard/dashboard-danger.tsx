import { useTranslation } from 'react-i18next';
import { useIsCoOrganizer } from '~/browser/use-co-organizer';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import { DangerZone } from '~/components/ui/danger-zone';

/**
 * The dashboard's danger zone, which a co-organizer does not have. The demo event cannot be deleted (rule
 * `event.demo`).
 */
export function DashboardDanger({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation('organizer');
  if (useIsCoOrganizer()) return null;
  return (
    <DangerZone>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-[min(14rem,100%)] flex-1 wrap-anywhere">
          <h2 className="mb-1 text-danger">{t('danger.title')}</h2>
          <p className="text-sm text-ink-soft">{isDemo ? t('danger.demo') : t('danger.text')}</p>
        </div>
        {!isDemo && (
          <DialogLink className="button danger" to={organizerPaths.eventDelete()}>
            <Icon name="trash" />
            {t('danger.delete')}
          </DialogLink>
        )}
      </div>
    </DangerZone>
  );
}
