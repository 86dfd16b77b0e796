import { useTranslation } from 'react-i18next';
import { Note } from '~/components/ui/note';

/** A line above every screen of an ended event, for guests who may look back (rule `event.look-back`). */
export function ReadOnlyLine({ until }: { until: string }) {
  const { t } = useTranslation('event');
  return (
    <section className="page pb-4 laptop:pb-0" aria-label={t('line.ended')}>
      <Note icon="clock">{t('line.look_back', { until })}</Note>
    </section>
  );
}
