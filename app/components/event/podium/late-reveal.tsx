import { Link } from '@remix-run/react';
import { wasRevealSeen } from '~/browser/reveal/seen-reveals';
import { Icon } from '~/components/ui/icon';
import { revealPaths } from '~/reveal-paths';

/** Plays a past reveal to whoever has not seen it on this device (rule `reveal.late`). */
export function LateReveal({
  eventId,
  revealedAt,
  label,
}: {
  eventId: number;
  revealedAt: number;
  label: string;
}) {
  if (wasRevealSeen(eventId, revealedAt)) return null;
  return (
    <Link className="button mb-4" to={revealPaths.reveal({ from: 0 })}>
      <Icon name="play" />
      {label}
    </Link>
  );
}
