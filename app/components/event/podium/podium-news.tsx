import { useMatches } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PODIUM_KEY } from '~/browser/shown-once';
import { toast, useShownToast } from '~/components/shell/toast';
import { paths } from '~/paths';

/** More than a user can have on podiums. */
const MAX_STORED = 50;
/** The delay in milliseconds, so that the notice of the user's action comes first. */
const AFTER_MS = 1000;

/** The same if storage is not available. */
const announced = new Set<number>();

/**
 * Announces that one of the user's photos is on the podium, once per photo and device (rule
 * `notices.podium`). On the podium's screen the user sees it anyway. Renders nothing.
 */
export function PodiumNews(): null {
  const { t } = useTranslation('event');
  const shown = useShownToast();
  const { onPodium, isSeen } = useOnPodium();

  useEffect(() => {
    const tell = () => {
      const news = onPodium?.filter((id) => !wasAnnounced(id)) ?? [];
      if (news.length === 0) return;
      if (!isSeen) {
        // A notice that is not visible, or replaces another one, would be lost.
        if (shown || document.hidden) return;
        toast({
          tone: 'star',
          title: t('podium.stands', { count: news.length }),
          link: { label: t('star.podium'), to: paths.top() },
        });
      }
      storeAnnounced(news);
    };
    const timer = window.setTimeout(tell, AFTER_MS);
    document.addEventListener('visibilitychange', tell);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [onPodium, isSeen, shown, t]);
  return null;
}

type Part = { onPodium: number[] } | undefined;

/** The user's own photos on the podium from the screen's loader, and whether the screen shows them there. */
function useOnPodium(): { onPodium: number[] | undefined; isSeen: boolean } {
  const data = useMatches().at(-1)?.data as { feed?: Part; profile?: Part; top?: Part } | undefined;
  const part = data?.feed ?? data?.profile ?? data?.top;
  return { onPodium: part?.onPodium, isSeen: data?.top !== undefined };
}

function wasAnnounced(id: number): boolean {
  return announced.has(id) || readAnnounced().includes(id);
}

function readAnnounced(): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PODIUM_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function storeAnnounced(ids: number[]): void {
  for (const id of ids) announced.add(id);
  try {
    localStorage.setItem(
      PODIUM_KEY,
      JSON.stringify([...readAnnounced(), ...ids].slice(-MAX_STORED)),
    );
  } catch {
    // Storage can be full or forbidden; then the notice repeats after a reload.
  }
}
