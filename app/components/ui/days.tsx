import type { DaysView } from '~/i18n/format';

/** First and last day of an event: signs between them for the eye, words for the ear. */
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
