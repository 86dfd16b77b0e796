import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';

/** The dashboard's danger zone. The demo event stays (rule `event.demo`). */
export function DashboardDanger({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation('organizer');
  return (
    <section className="card dz">
      <div className="row wrap between">
        <div className="words">
          <h2>{t('danger.title')}</h2>
          <p className="small soft">{isDemo ? t('danger.demo') : t('danger.text')}</p>
        </div>
        {!isDemo && (
          <DialogLink className="btn danger" to={paths.eventDelete()}>
            <Icon name="trash" />
            {t('danger.delete')}
          </DialogLink>
        )}
      </div>
    </section>
  );
}
