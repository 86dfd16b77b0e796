import { useRevalidator } from '@remix-run/react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoGrid, type PhotoAct } from './remote-photos';
import type { ComingPhoto, RemoteView } from './wall-views';

const ACTS_COMING: PhotoAct[] = ['skip'];
const ACTS_ASKING: PhotoAct[] = ['letThrough', 'skip'];
const SECOND_MS = 1000;

/** The photos that come to the wall within the delay, or that wait for an organizer. */
export function ComingPhotos({ view }: { view: RemoteView }) {
  const { t } = useTranslation('remote');
  const id = useId();
  const { coming, moreComing, delay } = view;
  const now = useServerNow(view);
  const isAsking = delay === null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby={id}>
      <h2 className="m-0 text-h3" id={id}>
        {t(isAsking ? 'coming.asks' : 'coming.title')}
      </h2>
      {coming.length === 0 ? (
        <p className="text-ink-soft">{t(isAsking ? 'coming.asks_none' : 'coming.none')}</p>
      ) : (
        <PhotoGrid
          photos={coming}
          labelId={id}
          acts={() => (isAsking ? ACTS_ASKING : ACTS_COMING)}
          above={({ from }) =>
            from !== null && (
              <span className="pl-1 text-sm font-semibold text-ember tabular-nums">
                {t('coming.in', { seconds: secondsUntil(from, now) })}
              </span>
            )
          }
        />
      )}
      {moreComing > 0 && (
        <p className="text-sm text-ink-soft">{t('coming.more', { count: moreComing })}</p>
      )}
    </section>
  );
}

function secondsUntil(from: number, now: number): number {
  return Math.max(0, Math.ceil((from - now) / SECOND_MS));
}

/**
 * The server's time in ms. It counts while photos are to come by themselves, and reloads the screen when one has
 * come.
 */
function useServerNow({ now: loadedNow, coming }: { now: number; coming: ComingPhoto[] }): number {
  const [elapsed, setElapsed] = useState({ since: loadedNow, ms: 0 });
  const { revalidate } = useRevalidator();
  const next = coming.find(({ from }) => from !== null)?.from ?? null;
  useEffect(() => {
    if (next === null) return;
    const loadedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const ms = Date.now() - loadedAt;
      setElapsed({ since: loadedNow, ms });
      if (loadedNow + ms > next) return revalidate();
      timer = setTimeout(tick, SECOND_MS);
    };
    timer = setTimeout(tick, SECOND_MS);
    return () => clearTimeout(timer);
  }, [loadedNow, next, revalidate]);
  return elapsed.since === loadedNow ? loadedNow + elapsed.ms : loadedNow;
}
