import type { ReactNode } from 'react';

/** This many characters fit on three lines of the narrowest card. */
const SHORT = 90;

/** The reason of a report. A long one shows three lines, and the rest on a tap. */
export function ReasonText({
  text,
  className,
  children,
}: {
  /** The text whose length decides. */
  text: string;
  className: string;
  children: ReactNode;
}) {
  if (text.length <= SHORT && !text.includes('\n')) return <p className={className}>{children}</p>;
  return (
    <details className={`group ${className}`}>
      <summary className="line-clamp-3 cursor-pointer list-none group-open:line-clamp-none [&::-webkit-details-marker]:hidden">
        {children}
      </summary>
    </details>
  );
}
