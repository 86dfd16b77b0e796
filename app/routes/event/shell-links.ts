import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { ShellLink } from '~/components/shell/navigation-links';
import type { EndedEvent } from '~/components/shell/ended-overlay';
import type { Role } from '~/models/user/rules';
import { paths, type HomeTab } from '~/paths';

/**
 * The links of the navigation. On the main page a tab is written into its URL.
 * @param needs how many things wait for the organizer; undefined for everybody else
 */
export function useShellLinks(
  { role, isCoOrganizer }: { role: Role; isCoOrganizer: boolean },
  ended: EndedEvent | null,
  needs: number | undefined,
): ShellLink[] {
  const { t } = useTranslation();
  const isHome = useLocation().pathname === paths.home();
  const isBareProfile = role !== 'visitor' && !ended?.until;
  const link = (key: HomeTab, icon: ShellLink['icon'], to: string): ShellLink => ({
    key,
    icon,
    label: t(`nav.${key}`),
    to: isHome ? paths.home(key) : to,
  });
  const add: ShellLink = {
    key: 'add',
    icon: 'plus',
    label: t('nav.add'),
    to: paths.photosNew(),
  };
  const profile = link('profile', 'user', paths.home(isBareProfile ? undefined : 'profile'));
  const links: ShellLink[] = [
    // Without a tab in the URL, visitors get the photos, and guests of an ended event get its overlay.
    { ...profile, count: needs || undefined, isWaiting: true },
    link('feed', 'photos', paths.feed()),
    ...(ended && !ended.photosUntil ? [] : [add]),
    link('top', 'podium', paths.top()),
  ];
  if (role !== 'organizer' || isCoOrganizer) return links;
  return [...links, { key: 'shop', icon: 'tag', label: t('nav.shop'), to: paths.shop() }];
}
