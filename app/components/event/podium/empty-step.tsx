import type { ReactNode } from 'react';

/** The podium's list. Photos that change places would make the page scroll with them. */
export const PODIUM_CLASS =
  'podium mx-auto max-w-176 items-end pt-5 [overflow-anchor:none] laptop:max-w-152 laptop:pt-0';
/** Its three steps side by side. */
export const STEPS_CLASS = 'grid grid-cols-[1fr_1.16fr_1fr]! gap-2';

/** A block of the podium: its place, and what is on it. */
export function Step({ place, children }: { place: ReactNode; children?: ReactNode }) {
  return (
    <div className="step relative mt-2.5 grid w-full content-start justify-items-center rounded-t-md px-1 pt-2 pb-3 text-center text-on-gold laptop:mt-4">
      <span className="font-display text-place">{place}</span>
      {children}
    </div>
  );
}

/** An empty step of the podium. Decoration, because the ranking says the same as text. */
export function EmptyStep({ step }: { step: number }) {
  return (
    <li className="flex min-w-0 flex-col items-center" aria-hidden="true" data-place={step}>
      <span className="print rounded-[4px] border-2 border-dashed border-[#b9ced0] bg-transparent">
        <span className="shot aspect-3/4" />
      </span>
      <Step place={step} />
    </li>
  );
}
