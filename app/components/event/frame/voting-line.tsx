import type { ReactNode } from 'react';
import type { VotingLineView } from '~/components/event/event-views';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
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

/** The line about the times of voting. It stays in view once the last minutes are counted down. */
export function VotingLine(props: { line: VotingLineView; eventId: number }) {
  return (
    <section
      aria-label={props.line.label}
      data-voting-line
      className="on-night z-10 flex min-h-11 items-center gap-2.5 bg-night-lift px-gutter text-xs/[1.25] font-semibold text-on-night has-[[role=timer]]:sticky has-[[role=timer]]:top-header laptop:px-8 laptop:text-sm laptop:has-[[role=timer]]:top-0"
    >
      <Icon name="clock" className="size-4 flex-none text-gold" />
      <VotingTurn {...props}>
        <p>{props.line.text}</p>
      </VotingTurn>
    </section>
  );
}
