import type { Role } from '~/models/user';
import type { HomeTab } from '~/paths';

/** The tab an address of the main page names; the profile unless it is one of the others. */
export function homeTab(query: URLSearchParams): HomeTab {
  const tab = query.get('tab');
  return tab === 'feed' || tab === 'top' ? tab : 'profile';
}

/**
 * Whether the profile of somebody is the dashboard: an organizer's is, but for its second part
 * (`?part=photos`).
 */
export function isDashboard(query: URLSearchParams, role: Role): boolean {
  return role === 'organizer' && query.get('part') !== 'photos';
}
