import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { Note } from '../ui/note';
import { useScreen } from '~/browser/screen';

/** Shown in place of a section that could not be loaded. */
export function LoadFailed({
  section,
}: {
  section: 'store' | 'events' | 'users' | 'payments' | 'audit' | 'security';
}) {
  const { t } = useTranslation(['admin', 'common']);
  const { pathname, search } = useScreen();
  return (
    <Note tone="error" title={t(`admin:${section}.load_failed`)}>
      <p>
        <a className="button quiet slim mt-3" href={pathname + search}>
          <Icon name="refresh" />
          {t('common:error.try_again')}
        </a>
      </p>
    </Note>
  );
}
