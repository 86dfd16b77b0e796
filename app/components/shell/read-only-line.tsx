import { Link, useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { morningPaths } from '~/morning-paths';
import { Note } from '~/components/ui/note';

/**
 * A line above the other screens of an ended event, for guests who may look back (rule `event.look-back`). It leads to what
 * the event shows them first.
 */
export function ReadOnlyLine({ until }: { until: string }) {
  const { pathname } = useLocation();
  const { t } = useTranslation(['morning', 'event']);
  if (pathname === morningPaths.morning()) return null;
  return (
    <section className="page pb-4 laptop:pb-0" aria-label={t('event:line.ended')}>
      <Note icon="clock">
        <Link to={morningPaths.morning()}>{t('morning:line', { until })}</Link>
      </Note>
    </section>
  );
}
