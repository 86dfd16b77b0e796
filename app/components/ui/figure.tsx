/** A number, and what it counts below it. */
export function Figure({
  value,
  label,
  isAtNight = false,
}: {
  value: number | string;
  label: string;
  /** Whether it is on the evening sky. */
  isAtNight?: boolean;
}) {
  return (
    <>
      <b
        className={`block font-display text-[1.875rem]/none font-normal ${isAtNight ? 'text-gold' : 'text-ink'}`}
      >
        {value}
      </b>{' '}
      <span className={isAtNight ? 'text-sm' : 'text-sm text-ink-soft'}>{label}</span>
    </>
  );
}
