import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { FAVORITES_MAX } from '~/models/photo/star';
import { Icon } from '~/components/ui/icon';
import type { Voting } from '~/components/event/event-views';
import { useStarred } from './use-stars';

/**
 * The stars in a phone's header: how many are left to give, visible while scrolling. Together they are one
 * link.
 * @param to the URL of the starred photos
 */
export function HungStars({ voting, to }: { voting: Voting; to: string }) {
  const { t } = useTranslation('event');
  const count = Math.min(useStarred(voting.starredIds).size, FAVORITES_MAX);
  return (
    <Link
      className={`hung absolute top-1.5 left-1/2 flex h-touch items-center ${count === FAVORITES_MAX ? 'complete' : ''} ${voting.isEnabled ? '' : 'off'}`}
      style={{ '--stars': FAVORITES_MAX } as CSSProperties}
      to={to}
      aria-label={t('vote.yours', { count, max: FAVORITES_MAX })}
    >
      {Array.from({ length: FAVORITES_MAX }, (_, index) => (
        <Icon key={index} name="star" className={index < count ? 'lit' : undefined} />
      ))}
    </Link>
  );
}
