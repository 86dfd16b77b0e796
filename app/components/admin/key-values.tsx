import type { ReactNode } from 'react';

/** Names and their values, two to a row. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className="mt-2">{children}</dl>;
}

/** A name and its value. `className` and `valueClassName` replace how the row and the value look. */
export function KeyValue({
  name,
  className = '',
  valueClassName = 'font-semibold',
  children,
}: {
  name: string;
  className?: string;
  valueClassName?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 border-line py-2.5 not-first:border-t ${className}`}
    >
      <dt className="text-ink-soft">{name}</dt>
      <dd className={`text-right ${valueClassName}`}>{children}</dd>
    </div>
  );
}
