import type { HomeTab } from '~/paths';

/** The tab an address of the main page names; the profile unless it is one of the others (§2). */
export function homeTab(query: URLSearchParams): HomeTab {
  const tab = query.get('tab');
  return tab === 'feed' || tab === 'top' ? tab : 'profile';
}
