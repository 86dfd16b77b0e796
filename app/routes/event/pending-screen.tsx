import type { Location } from '@remix-run/react';
import { useRef, type ReactNode } from 'react';
import type { ShellScreen } from '~/components/shell/navigation-links';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';
import { useGoing, useIsSlow } from '~/components/shell/use-going';
import type { Role } from '~/models/user/rules';
import { paths } from '~/paths';
import { homeTab } from './home-tab';
import { useScreen } from '~/browser/screen';

/**
 * The screen that a pressed link leads to; null if it is the current one, or not in the navigation.
 * @param current the screen that is shown
 * @param role the role whose navigation it is
 * @returns also whether it takes so long that a placeholder is shown
 */
export function usePending(
  current: ShellScreen | null,
  role: Role,
): {
  pending: ShellScreen | null;
  isSlow: boolean;
} {
  const going = useGoing();
  const screen = going && screenAt(going, role);
  const pending = screen === current ? null : screen;
  const isSlow = useIsSlow(pending !== null);
  return { pending, isSlow };
}

const SCREENS: Partial<Record<string, ShellScreen>> = {
  [paths.feed()]: 'feed',
  [paths.top()]: 'top',
  [paths.shop()]: 'shop',
  [paths.messages()]: 'messages',
  [paths.settings()]: 'settings',
};

/** The screen at a URL, or null. */
function screenAt({ pathname, search }: Location, role: Role): ShellScreen | null {
  if (pathname === paths.home()) return homeTab(new URLSearchParams(search), role);
  return SCREENS[pathname] ?? null;
}

/**
 * The current screen while the next one loads. It is hidden once placeholders are shown, and comes back
 * unchanged if the load fails.
 */
export function HiddenWhilePending({
  isHidden,
  children,
}: {
  isHidden: boolean;
  children: ReactNode;
}) {
  const { key } = useScreen();
  const left = useRef<{ key: string; position: number }>();
  useBrowserLayoutEffect(() => {
    if (isHidden) {
      left.current = { key, position: window.scrollY };
      window.scrollTo(0, 0);
    } else if (left.current) {
      if (left.current.key === key) window.scrollTo(0, left.current.position);
      left.current = undefined;
    }
  }, [isHidden, key]);
  return <div hidden={isHidden}>{children}</div>;
}
