import type { ReactNode } from 'react';
import { Icon, type IconName } from './ui/icon';

/** A link that fetches a file. */
export function DownloadLink({
  to,
  icon = 'download',
  children,
}: {
  to: string;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <a className="btn quiet wide justify-start" href={to} download>
      <Icon name={icon} />
      {children}
    </a>
  );
}
