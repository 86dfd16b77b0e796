import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

/** A short state in a rounded frame. Never colour alone: it always holds words. */
export function Pill({
  tone,
  icon,
  className,
  children,
}: {
  tone?: 'ok' | 'warn' | 'bad' | 'night' | 'gold';
  icon?: IconName;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={['pill', tone, className].filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
