import type { ReactNode } from 'react';

/**
 * A screen's title on laptops, with its actions beside it; on phones the header shows the title, and
 * the actions stand where the screen puts them.
 */
export function ScreenHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="laptop-h">
      <h1>{title}</h1>
      {children && <div className="row">{children}</div>}
    </div>
  );
}
