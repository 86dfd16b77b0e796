import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

type PillTone = 'plain' | 'ok' | 'warn' | 'bad' | 'night' | 'gold';

const CLASSES: Record<PillTone, string> = {
  plain: 'pill',
  ok: 'pill ok',
  warn: 'pill warn',
  bad: 'pill bad',
  night: 'pill night',
  gold: 'pill gold',
};

/** A short status in a rounded frame. It always contains text, never colour alone. */
export function Pill({
  tone = 'plain',
  icon,
  className,
  children,
}: {
  tone?: PillTone;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={[CLASSES[tone], className].filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
