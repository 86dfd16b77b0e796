import type { ReactNode } from 'react';

/** A card for destructive actions: its frame says so; its title and words say it as well. */
export function DangerZone({
  id,
  className = '',
  children,
}: {
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={`card ring-1 ring-danger/45 ${className}`}>
      {children}
    </section>
  );
}
