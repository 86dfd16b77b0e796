import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

export type NoteTone = 'info' | 'ok' | 'warn' | 'error';

const ICONS: Record<NoteTone, IconName> = {
  info: 'info',
  ok: 'check',
  warn: 'clock',
  error: 'alert',
};

const CLASSES: Record<NoteTone, string> = {
  info: 'note',
  ok: 'note ok',
  warn: 'note warn',
  error: 'note error',
};

/**
 * A notice inside the page: icon, title, text. Warnings and errors are announced immediately; pass `role` to change
 * that.
 */
export function Note({
  tone = 'info',
  title,
  icon = ICONS[tone],
  role = tone === 'warn' || tone === 'error' ? 'alert' : undefined,
  id,
  className,
  children,
}: {
  tone?: NoteTone;
  title?: ReactNode;
  icon?: IconName;
  role?: 'alert' | 'status';
  id?: string;
  className?: string;
  children?: ReactNode;
}) {
  const classes = [CLASSES[tone], className].filter(Boolean).join(' ');
  return (
    <div className={classes} role={role} id={id}>
      <Icon name={icon} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
