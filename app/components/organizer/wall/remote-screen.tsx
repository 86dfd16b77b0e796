import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScreenHead } from '~/components/shell/screen-head';
import { Note } from '~/components/ui/note';
import { Pill } from '~/components/ui/pill';
import { ComingPhotos } from './coming-photos';
import { Programmes } from './programmes';
import { RemotePhotos } from './remote-photos';
import { Screens } from './screens';
import { useOnline } from './use-online';
import { WallNow } from './wall-now';
import { WallPace } from './wall-pace';
import type { NewCode, RemoteView } from './wall-views';

/** The remote of the wall: what it shows, what comes next, and what it shows instead. */
export function RemoteScreen({ view, code: made }: { view: RemoteView; code: NewCode | null }) {
  const { t } = useTranslation('remote');
  const { code, forget } = useCode(made);
  const { screens } = view;
  useTurn(view);
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Pill icon="screen" tone={screens > 0 ? 'ok' : 'plain'}>
          {screens > 0 ? t('on', { count: screens }) : t('off')}
        </Pill>
        {view.isPaused && (
          <Pill icon="pause" tone="warn">
            {t('now.paused')}
          </Pill>
        )}
      </div>
      {!useOnline() && (
        <Note tone="warn" icon="wifi-off" className="mb-3">
          {t('offline')}
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 laptop:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] laptop:items-start">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <WallNow view={view} />
          <ComingPhotos view={view} />
          <Programmes view={view} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <RemotePhotos
            title={t('shown.title')}
            hint={t('shown.hint')}
            photos={view.shown}
            act="skip"
          />
          <RemotePhotos title={t('skipped.title')} photos={view.skipped} act="unskip" />
          <Screens address={view.address} code={code} onEnd={forget} hasScreens={screens > 0} />
          <WallPace view={view} />
        </div>
      </div>
    </main>
  );
}

/** Keeps the last code, because every button reloads the remote and no code can be read again. */
function useCode(made: NewCode | null) {
  const [kept, keep] = useState({ made, code: made });
  if (made && made !== kept.made) keep({ made, code: made });
  return { code: kept.code, forget: () => keep({ made: kept.made, code: null }) };
}

/** A timer cannot wait longer, and nobody leaves the remote open for that long. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const MARGIN_MS = 50;

/** Loads the remote again when a reveal begins or ends by itself. */
function useTurn({ now, turnsAt }: Pick<RemoteView, 'now' | 'turnsAt'>): void {
  const { revalidate } = useRevalidator();
  const wait = turnsAt === null ? null : turnsAt - now;
  useEffect(() => {
    if (wait === null || wait > LONGEST_WAIT_MS) return;
    const timer = setTimeout(revalidate, wait + MARGIN_MS);
    return () => clearTimeout(timer);
  }, [wait, now, revalidate]);
}
