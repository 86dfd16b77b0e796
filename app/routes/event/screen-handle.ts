import { useMatches, useSearchParams } from '@remix-run/react';
import type { Role } from '~/models/user/rules';
import type { ShellScreen } from '~/components/shell/navigation-links';
import { homeTab } from './home-tab';

/** The `handle` of a route that is a screen. Pages of dialogs have none. */
export interface ScreenHandle {
  /** The tab it belongs to; for the main page, the one in the URL. */
  tab: ShellScreen | 'address';
  /** Its entry in an organizer's side bar, if it has one. */
  side?: 'participants' | 'reports' | 'waiting' | 'wall';
  /** Whether it is shown alone on a phone: it has its own heading, and no bar below. */
  isAlone?: boolean;
  /** Namespaces of texts that only it uses. */
  i18n?: string[];
}

/** The current screen; null on the page of a dialog. It has no title until its loader has answered. */
export function useTab(role: Role): {
  title: string | null;
  tab: ShellScreen;
  side?: ScreenHandle['side'];
  isAlone: boolean;
} | null {
  const leaf = useMatches().at(-1);
  const [query] = useSearchParams();
  const { tab, side, isAlone = false } = (leaf?.handle ?? {}) as Partial<ScreenHandle>;
  const data = leaf?.data as { title?: string } | null | undefined;
  if (!tab || !data) return null;
  const title = isAlone ? null : (data.title ?? null);
  return { title, side, isAlone, tab: tab === 'address' ? homeTab(query, role) : tab };
}
