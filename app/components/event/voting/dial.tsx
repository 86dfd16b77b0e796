import type { ReactNode } from 'react';

/**
 * A ring that empties.
 * @param share what is left of it, from 0 to 1
 * @param children the time left, inside the ring
 */
export function Dial({ share, children }: { share: number; children: ReactNode }) {
  return (
    <div className="dial">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="45" />
        <circle
          className="v"
          cx="50"
          cy="50"
          r="45"
          pathLength="1000"
          strokeDasharray={`${Math.round(1000 * share)} 1000`}
        />
      </svg>
      {children}
    </div>
  );
}
