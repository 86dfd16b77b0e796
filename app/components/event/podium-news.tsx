import { useMatches } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '~/components/shell/toaster';
import { paths } from '~/paths';

/** Which photos this device has told of. */
const STORAGE_KEY = 'told_podium';
/** More than one person has on podiums. */
const KEPT = 50;
/** What was just done is told first, in milliseconds. */
const AFTER_MS = 1000;

/** The same where nothing can be stored. */
const told = new Set<number>();

/**
 * Says that an own photo stands on the podium, once of each photo on a device (rule `notices.podium`). Who
 * looks at the podium sees it there. It draws nothing.
 */
export function PodiumNews(): null {
  const { t, ready } = useTranslation(['own', 'event'], { useSuspense: false });
  const { shown, show } = useToasts();
  const { onPodium, isSeen } = useOnPodium();

  useEffect(() => {
    const tell = () => {
      const news = onPodium?.filter((id) => !isTold(id)) ?? [];
      if (news.length === 0) return;
      if (!isSeen) {
        // A notice that nobody sees, or that takes another's place, would be lost.
        if (!ready || shown || document.hidden) return;
        show({
          tone: 'star',
          title: t('own:podium.stands', { count: news.length }),
          link: { label: t('event:star.podium'), to: paths.top() },
        });
      }
      noteTold(news);
    };
    const timer = window.setTimeout(tell, AFTER_MS);
    document.addEventListener('visibilitychange', tell);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, [onPodium, isSeen, ready, shown, show, t]);
  return null;
}

type Part = { onPodium: number[] } | undefined;

/** The own photos on the podium, as the screen's loader says, and whether it shows them there. */
function useOnPodium(): { onPodium: number[] | undefined; isSeen: boolean } {
  const data = useMatches().at(-1)?.data as { feed?: Part; profile?: Part; top?: Part } | undefined;
  const part = data?.feed ?? data?.profile ?? data?.top;
  return { onPodium: part?.onPodium, isSeen: data?.top !== undefined };
}

function isTold(id: number): boolean {
  return told.has(id) || readTold().includes(id);
}

function readTold(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function noteTold(ids: number[]): void {
  for (const id of ids) told.add(id);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...readTold(), ...ids].slice(-KEPT)));
  } catch {
    // Storage can be full or forbidden; then it is said once more after a reload.
  }
}
