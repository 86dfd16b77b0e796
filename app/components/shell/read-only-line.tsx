import { Link, useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { morningPaths } from '~/morning-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Note } from '~/components/ui/note';

/**
 * A line above the other screens of an ended event, for guests who may look back (rule `event.look-back`). It leads to
 * what the event shows them first, and while the album takes late photos also to adding some (rule `photos.late`).
 */
export function ReadOnlyLine({
  until,
  photosUntil,
}: {
  until: string;
  photosUntil: string | null;
}) {
  const { pathname } = useLocation();
  const { t } = useTranslation(['morning', 'event']);
  if (pathname === morningPaths.morning()) return null;
  return (
    <section className="page grid gap-2 pb-4 laptop:pb-0" aria-label={t('event:line.ended')}>
      <Note icon="clock">
        <Link to={morningPaths.morning()}>{t('morning:line', { until })}</Link>
      </Note>
      {photosUntil && (
        <Note icon="plus">
          <DialogLink to={paths.photosNew()}>
            {t('morning:late.line', { day: photosUntil })}
          </DialogLink>
        </Note>
      )}
    </section>
  );
}
