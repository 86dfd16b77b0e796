import type { ReactNode } from 'react';

/** A card for what destroys: its frame says so; its title and words say it as well. */
export function DangerZone({ children }: { children: ReactNode }) {
  return <section className="card ring-1 ring-danger/45">{children}</section>;
}
