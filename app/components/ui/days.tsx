import type { DaysView } from '~/i18n/format';

/** The first and last day of an event: a separator for display, words for screen readers. */
export function Days({ days: { start, end, drawn, spoken } }: { days: DaysView }) {
  const [first, between, last] = drawn;
  if (last === undefined) return <time dateTime={start}>{first}</time>;
  return (
    <>
      <span aria-hidden="true">
        <time dateTime={start}>{first}</time>
        {between}
        <time dateTime={end}>{last}</time>
      </span>
      <span className="sr-only">{spoken}</span>
    </>
  );
}
