import type { Role } from '~/models/user/rules';
import type { HomeTab } from '~/paths';

/**
 * The tab in the main page's URL. The default is the profile, or the photos for visitors, who have no
 * profile.
 */
export function homeTab(query: URLSearchParams, role: Role): HomeTab {
  const tab = query.get('tab');
  if (tab === 'feed' || tab === 'top' || tab === 'profile') return tab;
  return role === 'visitor' ? 'feed' : 'profile';
}

/**
 * Whether the profile tab shows the dashboard: for an organizer, except in its second part (`?part=photos`).
 */
export function isDashboard(query: URLSearchParams, role: Role): boolean {
  return role === 'organizer' && query.get('part') !== 'photos';
}
