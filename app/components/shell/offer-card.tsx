import { useEffect, useId, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useToasts } from './toaster';
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
  const { shown } = useToasts();
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
let waiting: readonly string[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: readonly string[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether it is this card's turn. */
function useTurn(): boolean {
  const id = useId();
  useEffect(() => {
    setWaiting([...waiting, id]);
    return () => setWaiting(waiting.filter((one) => one !== id));
  }, [id]);
  return useSyncExternalStore(
    listen,
    () => waiting[0] === id,
    () => false,
  );
}
