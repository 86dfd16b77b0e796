import type { ReactNode } from 'react';

/**
 * A screen's title on laptops, with its actions beside it. On phones the header shows the title, and the
 * screen places the actions.
 */
export function ScreenHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="screen-head hidden items-end justify-between gap-4 laptop:flex">
      <h1>{title}</h1>
      {children && <div className="flex items-center gap-3">{children}</div>}
    </div>
  );
}
