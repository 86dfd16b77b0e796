import type { EndedEvent } from '~/components/shell/ended-overlay';
import type { Role } from '~/models/user/rules';
import { paths } from '~/paths';

/**
 * Whether a screen stays open after the event's end. The organizer keeps access, except to screens that add
 * something; a visitor may be the organizer (rule `event.ended`). For guests who may look back, each screen's
 * loader decides.
 */
export function isOpenOnceEnded(
  pathname: string,
  role: Role,
  { until, closed }: EndedEvent,
): boolean {
  if (pathname === paths.login()) return true;
  return until !== null || (role === 'organizer' && !RegExp(closed).test(pathname));
}
