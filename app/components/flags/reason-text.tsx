import type { ReactNode } from 'react';

/** So many letters take three lines of the narrowest card at most. */
const SHORT = 90;

/** Why a photo was reported: of many words three lines, and the rest at a tap. */
export function ReasonText({
  text,
  className,
  children,
}: {
  /** As long as what is shown. */
  text: string;
  className: string;
  children: ReactNode;
}) {
  if (text.length <= SHORT && !text.includes('\n')) return <p className={className}>{children}</p>;
  return (
    <details className={`long-reason ${className}`}>
      <summary>{children}</summary>
    </details>
  );
}
