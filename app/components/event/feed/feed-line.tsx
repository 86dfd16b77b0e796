import { useRouteLoaderData } from '@remix-run/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedView } from '~/components/event/event-views';
import type { ToastMessage } from '~/components/shell/toast';
import { wasHandled } from '~/components/shell/toaster';
import { Icon } from '~/components/ui/icon';
import { FAVORITES_MAX } from '~/models/photo/star';
import { usePlace } from './use-place';

const PART_CLASS = 'col-start-1 row-start-1';

/**
 * The line above the prints (rule `feed.line`): a welcome, then what to do. Its words disappear with the first star,
 * its space only once that moves nothing.
 * @param isGiven whether the reader has given a star, including one that is being sent
 */
export function FeedLine({ feed, isGiven }: { feed: FeedView; isGiven: boolean }) {
  const { t } = useTranslation(['event', 'errors']);
  const { welcome, end } = useWelcome(feed.welcome !== null);
  const line = useSaid(feed.line, isGiven);
  const element = useRef<HTMLDivElement>(null);
  const isOpen = usePlace(element, line !== null);
  const values = { count: feed.event.photoCount, event: feed.event.name };
  const name = feed.welcome?.name;
  return (
    <div
      ref={element}
      className={`feed-line grid items-center text-center text-xs/[1.25] font-semibold text-balance laptop:text-left laptop:text-sm ${isOpen ? 'min-h-9 laptop:min-h-11' : 'min-h-3 laptop:min-h-4'}`}
    >
      {welcome && (
        <p className={`welcome ${PART_CLASS}`} role="status" onAnimationEnd={end}>
          <span className="sr-only">
            {welcome.title}. {welcome.text}.{' '}
          </span>
          {name ? t('line.welcome', { ...values, name }) : t('line.welcome_visitor', values)}
        </p>
      )}
      {line && line !== 'early' && (
        <p
          className={`words ${PART_CLASS} laptop:flex laptop:items-center laptop:gap-2`}
          role="note"
          aria-label={line === 'stars' ? t('vote.add', { count: FAVORITES_MAX }) : undefined}
        >
          {line === 'stars' && (
            <Icon name="star" className="hidden size-4 flex-none laptop:block" />
          )}
          <span>{t(WORDS[line], { stars: FAVORITES_MAX })}</span>
        </p>
      )}
    </div>
  );
}

const WORDS = {
  stars: 'line.stars',
  'first-photo': 'line.first',
  'voting-off': 'errors:voting_disabled',
} as const;

/**
 * The server's welcome, unless it was already shown. It ends with its animation, which would otherwise start again
 * whenever the screen is shown again.
 */
function useWelcome(isHere: boolean): { welcome: ToastMessage | null; end: () => void } {
  const root = useRouteLoaderData('root') as { toast?: ToastMessage | null } | undefined;
  const toast = root?.toast ?? null;
  const [told, setTold] = useState(() => (toast && wasHandled(toast) ? toast : null));
  const isNew = isHere && toast?.isWelcome && toast !== told;
  return { welcome: isNew ? toast : null, end: () => setTold(toast) };
}

/** The line's text. After the first star it asks for none, even if that star is taken back. */
function useSaid(line: FeedView['line'], isGiven: boolean): FeedView['line'] {
  const [hasGiven, setHasGiven] = useState(isGiven);
  if (isGiven && !hasGiven) setHasGiven(true);
  return line === 'stars' && (isGiven || hasGiven) ? null : line;
}
