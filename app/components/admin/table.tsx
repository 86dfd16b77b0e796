import type { ReactNode, ThHTMLAttributes } from 'react';

/** A table. On a phone each row is a block, and each cell is next to its column's name. */
export function Table({
  head,
  className = '',
  children,
}: {
  /** The row of headings. */
  head: ReactNode;
  className?: string;
  /** The rows. */
  children: ReactNode;
}) {
  return (
    <table
      className={`w-full border-collapse text-sm/[inherit] wrap-anywhere max-laptop:block ${className}`}
    >
      {/* Each cell names its column on a phone; keyboard focus must not reach links out of view. */}
      <thead className="max-laptop:sr-only max-laptop:has-[a]:hidden">
        <tr>{head}</tr>
      </thead>
      <tbody className="max-laptop:block">{children}</tbody>
    </table>
  );
}

/** The heading of a column. */
export function Heading({
  className = 'text-left',
  ...heading
}: ThHTMLAttributes<HTMLTableCellElement>) {
  return (
    <th
      {...heading}
      scope="col"
      className={`bg-sunk px-3 py-2 text-xs/[inherit] font-semibold whitespace-nowrap text-ink-soft first:rounded-l-lg last:rounded-r-lg ${className}`}
    />
  );
}

/** A row of cells. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <tr className="border-line not-last:max-laptop:border-b max-laptop:flex max-laptop:flex-col max-laptop:py-3.5">
      {children}
    </tr>
  );
}

/** A value, with the name of its column for a phone. */
export function Cell({
  label,
  className = '',
  children,
}: {
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <td
      data-l={label}
      className={`border-line px-3 py-2.5 align-middle last:wrap-normal max-laptop:flex max-laptop:min-h-8 max-laptop:items-center max-laptop:justify-between max-laptop:gap-4 max-laptop:px-0 max-laptop:py-1 max-laptop:text-right max-laptop:before:flex-none max-laptop:before:text-left max-laptop:before:text-ink-soft max-laptop:before:content-[attr(data-l)] laptop:[tr:not(:last-child)_&]:border-b ${className}`}
    >
      {children}
    </td>
  );
}

/** What the row is about; it comes first on a phone. A column is at least as wide as a usual name. */
export function LeadCell({ children }: { children: ReactNode }) {
  return (
    <td className="border-line px-3 py-2.5 align-middle max-laptop:-order-1 max-laptop:flex max-laptop:min-h-8 max-laptop:items-center max-laptop:gap-2 max-laptop:px-0 max-laptop:py-1 max-laptop:text-base/[inherit] max-laptop:font-bold laptop:min-w-30 laptop:font-semibold laptop:[tr:not(:last-child)_&]:border-b">
      {children}
    </td>
  );
}
