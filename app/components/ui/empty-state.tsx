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
    <div className="empty-state">
      <div className="print keep frame" aria-hidden="true">
        <span className="shot">
          <Icon name={icon} />
        </span>
      </div>
      <h2>{title}</h2>
      {text && <p className="text-ink-soft">{text}</p>}
      {action}
    </div>
  );
}
