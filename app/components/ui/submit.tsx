import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon';

interface SubmitButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'type' | 'children'
> {
  /** While true the button is disabled and shows `busyLabel` with a spinner. */
  pending?: boolean;
  label: ReactNode;
  busyLabel?: ReactNode;
  icon?: IconName;
}

/** A form's button. Both labels take up the same space, so that it keeps its width when it turns busy. */
export function SubmitButton({
  pending = false,
  label,
  busyLabel = label,
  icon,
  className,
  disabled,
  ...button
}: SubmitButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      className={className ? `button ${className}` : 'button'}
      disabled={pending || disabled}
    >
      <span className="swap">
        <span aria-hidden={pending || undefined}>
          {icon && <Icon name={icon} />}
          {label}
        </span>
        <span aria-hidden={!pending || undefined}>
          <span className="spinner" />
          {busyLabel}
        </span>
      </span>
    </button>
  );
}
