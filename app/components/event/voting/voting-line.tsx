import { Link, useLocation, useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Voting, VotingLineView } from '~/components/event/event-views';
import { wasRevealSeen } from '~/browser/reveal/seen-reveals';
import type { ShellScreen } from '~/components/shell/navigation-links';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { FAVORITES_MAX } from '~/models/photo/star';
import type { Role } from '~/models/user/rules';
import { paths } from '~/paths';
import { FlashCard } from '~/components/event/voting/flash-card';
import type { LineView } from '~/components/event/voting/flash-views';
import { useOpenDuel } from './use-open-duel';
import { VotingClock } from './voting-clock';

/**
 * Follows the times of voting in the browser.
 * @param children the line's text until the page is hydrated; without them nothing is shown
 */
export function VotingTurn({
  line,
  eventId,
  children = null,
}: {
  line: VotingLineView;
  eventId: number;
  children?: ReactNode;
}) {
  const isHydrated = useHydrated();
  if (!isHydrated || line.turnsAt === null) return children;
  return (
    <VotingClock
      {...{ line, eventId }}
      turnsAt={line.turnsAt}
      isSeen={children !== null}
      key={line.turnsAt}
    />
  );
}

/** How many stars the reader has given, if the screen knows it; otherwise null. */
function useGivenStars(): number | null {
  const data = useMatches().at(-1)?.data as
    { [screen in 'feed' | 'pile' | 'profile']?: { voting: Voting } } | undefined;
  return (data?.feed ?? data?.pile ?? data?.profile)?.voting.starredIds.length ?? null;
}

/** Whether a screen has stars. An organizer's desk shows the times among its rules. */
const isAboutStars = (tab: ShellScreen | undefined, role: Role) =>
  tab === 'feed' || tab === 'top' || (tab === 'profile' && role !== 'organizer');

/**
 * The line about the times of voting, on screens with stars, and the link to the reveal. It stays in view once the last
 * minutes are counted down. On the feed, the flash mission that runs is below it.
 */
export function VotingLine({ line, ...screen }: LineProps & { line: LineView }) {
  const { pathname } = useLocation();
  // On the pile, photos are looked at one by one.
  const isFeed = screen.tab === 'feed' && pathname !== paths.pile();
  const flash = isFeed ? line.flash : null;
  return (
    <>
      {!(flash && line.isFlash) && <Line line={line} {...screen} />}
      {flash && <FlashCard key={flash.endsAt} flash={flash} eventId={screen.eventId} />}
    </>
  );
}

interface LineProps {
  line: VotingLineView;
  eventId: number;
  /** The screen; undefined on a dialog's own page. */
  tab: ShellScreen | undefined;
  role: Role;
}

function Line({ line: shown, eventId, tab, role }: LineProps) {
  const given = useGivenStars();
  const isHydrated = useHydrated();
  const { late } = shown;
  const isLate = isHydrated && late && !wasRevealSeen(late.eventId, late.revealedAt);
  const line = {
    ...shown,
    to: isLate ? late.to : shown.to,
    text:
      (isLate && late.text) ||
      (given !== null && shown.withLeft?.[FAVORITES_MAX - given]) ||
      shown.text,
  };
  const { pathname } = useLocation();
  useOpenDuel(shown.to === paths.duel() ? String(shown.turnsAt) : null);
  if (!shown.isEverywhere && !isAboutStars(tab, role)) return null;
  // The curtain itself shows it.
  if (line.to === pathname) return <VotingTurn {...{ line, eventId }} />;
  const words = (
    <VotingTurn {...{ line, eventId }}>
      <p>{line.text}</p>
    </VotingTurn>
  );
  return (
    <section
      aria-label={line.label}
      data-voting-line
      className="on-night z-10 flex min-h-11 items-center gap-2.5 wrap-anywhere bg-night-lift px-gutter text-xs/[1.25] font-semibold text-on-night has-[[role=timer]]:sticky has-[[role=timer]]:top-header laptop:px-8 laptop:text-sm laptop:has-[[role=timer]]:top-0"
    >
      <Icon name={line.icon ?? 'clock'} className="size-4 flex-none text-gold" />
      {line.to ? (
        <Link
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 text-on-night no-underline"
          to={line.to}
        >
          {words}
        </Link>
      ) : (
        words
      )}
    </section>
  );
}
