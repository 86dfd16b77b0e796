/** A bulb over the user's own print, lit or not (rule `notices.bulb`). Words beside it say the same. */
export function Bulb({ isLit }: { isLit: boolean }) {
  return <span className="bulb" data-lit={isLit || undefined} aria-hidden="true" />;
}
