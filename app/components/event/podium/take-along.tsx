import { useTranslation } from 'react-i18next';
import type { Role } from '~/models/user/rules';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { KeepsakesView } from '~/components/event/keepsakes/keepsake-views';
import { Keepsakes } from '~/components/event/keepsakes/keepsakes';
import { DownloadLink } from '~/components/shell/download-link';
import { Icon } from '~/components/ui/icon';

/** What may be taken along from the ranking: its photos, and once the result is final pictures of the podium. */
export function TakeAlong({ role, keepsakes }: { role: Role; keepsakes: KeepsakesView | null }) {
  return (
    <>
      <Downloads role={role} />
      {keepsakes && <Keepsakes keepsakes={keepsakes} next={paths.top()} className="mt-6" />}
    </>
  );
}

/** The ranking's photos for members, and its table for the organizer. */
function Downloads({ role }: { role: Role }) {
  const { t } = useTranslation('event');
  return (
    <div className="mt-5 flex flex-wrap items-start gap-3">
      {role === 'visitor' ? (
        <DialogLink className="button" to={paths.login({ next: paths.top() })}>
          <Icon name="download" />
          {t('top.download')}
        </DialogLink>
      ) : (
        <DownloadLink to={paths.topPhotosZip()} className="">
          {t('top.download')}
        </DownloadLink>
      )}
      {role !== 'visitor' && (
        <DownloadLink to={paths.topPhotosZip({ format: 'jpeg' })} className="quiet">
          {`${t('top.download')} (JPEG)`}
        </DownloadLink>
      )}
      {role === 'organizer' && (
        <DownloadLink to={paths.rankingCsv()} icon="file" className="quiet">
          {t('top.csv')}
        </DownloadLink>
      )}
    </div>
  );
}
