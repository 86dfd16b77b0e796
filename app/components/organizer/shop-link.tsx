import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useIsCoOrganizer } from '~/browser/use-co-organizer';
import { paths } from '~/paths';

/** A link to the shop for the organizer; nothing for a co-organizer, who cannot buy plans. */
export function ShopLink({
  from,
  className,
  children,
}: {
  /** Where the shop leads back. */
  from: string;
  className?: string;
  children: ReactNode;
}) {
  if (useIsCoOrganizer()) return null;
  return (
    <Link className={className} to={paths.shop({ from })}>
      {children}
    </Link>
  );
}
