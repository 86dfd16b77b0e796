import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

/** An empty list: a tilted blank print, a title, one sentence, one action. */
export function EmptyState({
  icon = 'camera',
  title,
  text,
  action,
}: {
  icon?: IconName;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-104 grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 py-12 text-center">
      <div className="print keep mb-4 w-44 -rotate-3 large-text:max-w-4/5" aria-hidden="true">
        <span className="shot grid aspect-4/5 place-items-center bg-linear-160/srgb from-[#ebe1d5] to-[#d8c8b5] text-[#7b6a58]">
          <Icon className="size-12" name={icon} />
        </span>
      </div>
      <h2>{title}</h2>
      {text && <p className="text-ink-soft">{text}</p>}
      {action}
    </div>
  );
}
