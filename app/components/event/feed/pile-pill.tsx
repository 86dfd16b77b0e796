import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScreen } from '~/browser/screen';
import { readStored } from '~/browser/seen/stored-seen';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { PILE_OFFERED_FROM } from '~/models/photo/pile';
import { paths } from '~/paths';

/**
 * Leads from the feed to the photos that the reader has not seen (rule `pile.entry`).
 * @param unseen how many the server knows of
 */
export function PilePill({ unseen, className }: { unseen: number; className: string }) {
  const { t } = useTranslation('event');
  const count = useHeldCount(unseen);
  if (count < PILE_OFFERED_FROM) return null;
  return (
    <p className={className}>
      <Link
        className="inline-flex min-h-touch items-center gap-2 rounded-full bg-paper pr-3 pl-4 text-sm font-semibold text-ink no-underline shadow-print hover:bg-sunk"
        to={paths.pile()}
      >
        <Icon name="photos" className="size-5" />
        {t('pile.left', { count })}
        <Icon name="chevron-right" className="size-4.5" />
      </Link>
    </p>
  );
}

/**
 * The number when the feed was opened, minus the photos seen on this device that are not sent yet. It stays until the
 * feed is opened again: a pill that appeared or disappeared meanwhile would move the prints.
 */
function useHeldCount(unseen: number): number {
  const { key } = useScreen();
  const isHydrated = useHydrated();
  const countNow = () => (isHydrated ? unseen - (readStored()?.ids.length ?? 0) : unseen);
  const [held, setHeld] = useState(() => ({ key, count: countNow() }));
  if (held.key === key) return held.count;
  const count = countNow();
  setHeld({ key, count });
  return count;
}
