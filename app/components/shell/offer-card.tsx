import { useRef, type ReactNode } from 'react';
import { useToasts } from './toaster';
import { useCoversPress } from './use-out-of-the-way';

/**
 * A card at the edge of the screen that offers something, above the bottom bar and below every dialog. It
 * does not cover what was just pressed, and makes room for a toast.
 */
export function OfferCard({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
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
