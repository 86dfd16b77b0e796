import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

/** The links below a page of a long list: to its start, and to the next page. */
export function PageLinks({ start, more }: { start: string | null; more: string | null }) {
  const { t } = useTranslation();
  if (!start && !more) return null;
  return (
    <p className="mt-6 flex flex-wrap justify-center gap-3">
      {start && (
        <Link className="button quiet" to={start}>
          {t('pages.start')}
        </Link>
      )}
      {more && (
        <Link className="button quiet" to={more}>
          {t('pages.more')}
        </Link>
      )}
    </p>
  );
}
