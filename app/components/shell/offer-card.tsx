import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createStore } from '~/browser/store';
import { useShownToast } from './toast';
import { useCoversPress } from './use-out-of-the-way';

interface Props {
  labelledBy: string;
  children: ReactNode;
}

/**
 * A card at the edge of the screen that offers something, above the bottom bar and below every dialog. It
 * does not cover what was just pressed, and makes room for a toast. Of several, only the first is shown.
 */
export function OfferCard(card: Props) {
  return useTurn() ? <ShownCard {...card} /> : null;
}

function ShownCard({ labelledBy, children }: Props) {
  const element = useRef<HTMLElement>(null);
  const isInTheWay = useCoversPress(element);
  const shown = useShownToast();
  return (
    <section
      ref={element}
      className={`card offer z-44 max-h-[calc(100dvh-8rem)] gap-x-3.5 gap-y-2 overflow-y-auto max-laptop:inset-x-4 ${isInTheWay ? 'above' : ''}`}
      aria-labelledby={labelledBy}
      hidden={shown !== null}
    >
      {children}
    </section>
  );
}

/** The cards that want to be shown, in order of arrival. */
const waiting = createStore<readonly string[]>([]);

/** Whether it is this card's turn. */
function useTurn(): boolean {
  const id = useId();
  useEffect(() => {
    waiting.set([...waiting.get(), id]);
    return () => waiting.set(waiting.get().filter((one) => one !== id));
  }, [id]);
  return waiting.use(([first]) => first === id);
}
