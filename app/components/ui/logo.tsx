import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '~/paths';

/** The logo: a podium under a star. Decoration, so the link or heading around it needs a name. */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect x="11" y="9" width="10" height="20" rx="1.5" fill="var(--color-gold)" />
      <rect x="1.5" y="16" width="8.5" height="13" rx="1.5" fill="var(--color-on-night)" />
      <rect x="22" y="19" width="8.5" height="10" rx="1.5" fill="var(--color-bronze)" />
      <path
        d="m16 11.2 1.35 2.75 3 .45-2.2 2.1.55 3L16 18.05l-2.7 1.45.55-3-2.2-2.1 3-.45z"
        fill="var(--color-night)"
      />
      <path d="m16 1 .8 2.2 2.2.8-2.2.8L16 7l-.8-2.2L13 4l2.2-.8z" fill="var(--color-gold)" />
    </svg>
  );
}

/**
 * The logo and the product's name as a link, for night backgrounds.
 * @param className its size, and further classes
 */
export function Brand({
  to,
  className = 'text-[1.375rem]/none',
}: {
  to: string;
  className?: string;
}) {
  return (
    <Link
      className={`inline-flex min-h-touch items-center gap-2 font-display no-underline ${className}`}
      to={to}
    >
      <Logo className="size-8" />
      <span>Snapodium</span>
    </Link>
  );
}

/** The night header of a page that only links to the home page: without Remix, which may not be loaded. */
export function BrandHeader({ children }: { children: ReactNode }) {
  return (
    <header className="sky on-night">
      <div className="px-gutter pt-1.5 pb-1">
        <a
          className="inline-flex min-h-touch items-center gap-2 font-display text-[1.375rem]/none no-underline"
          href={paths.home()}
        >
          <Logo className="size-8" />
          <span>Snapodium</span>
        </a>
      </div>
      {children}
    </header>
  );
}
