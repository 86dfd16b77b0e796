import type { Role } from '~/models/user';
import type { HomeTab } from '~/paths';

/**
 * The tab an address of the main page names. Where it names none: the profile, or the photos for visitors,
 * who have nothing of their own here.
 */
export function homeTab(query: URLSearchParams, role: Role): HomeTab {
  const tab = query.get('tab');
  if (tab === 'feed' || tab === 'top' || tab === 'profile') return tab;
  return role === 'visitor' ? 'feed' : 'profile';
}

/**
 * Whether the profile of somebody is the dashboard: an organizer's is, but for its second part
 * (`?part=photos`).
 */
export function isDashboard(query: URLSearchParams, role: Role): boolean {
  return role === 'organizer' && query.get('part') !== 'photos';
}
