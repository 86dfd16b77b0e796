import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

type PillTone = 'plain' | 'ok' | 'warn' | 'bad' | 'night' | 'gold';

const CLASSES: Record<PillTone, string> = {
  plain: 'pill',
  ok: 'pill bg-ok-wash text-ok',
  warn: 'pill bg-warn-wash text-warn-ink',
  bad: 'pill bg-danger-wash text-danger',
  night: 'pill bg-[#ffffff1f] text-on-night',
  gold: 'pill bg-gold text-on-gold',
};

/** A short status in a rounded frame. It always contains text, never color alone. */
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
