import { Link, useFetcher } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { isUnsent } from '~/browser/keep-form';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { namesApart } from '~/models/event/names-apart';
import { paths } from '~/paths';
import { DuelPrint } from './duel-print';
import { DuelRing } from './duel-ring';
import type { DuelView } from './duel-views';

/** How often the page reloads itself without scripts, in seconds. */
const RELOAD_S = 10;
const RELOAD_SOON_S = 3;

/** The photos that share first place. Everybody else decides between them (rule `duel.vote`). */
export function DuelScreen({ duel }: { duel: DuelView }) {
  const { t } = useTranslation('duel');
  const fetcher = useFetcher<unknown>();
  const isHydrated = useHydrated();
  const { state, photos, may } = duel;
  const isUnheard = fetcher.state === 'idle' && isUnsent(fetcher.data);
  const tapped = fetcher.state === 'idle' ? null : Number(fetcher.formData?.get('photoId'));
  const chosen = tapped ?? photos.find(({ isChosen }) => isChosen)?.id ?? null;
  const choice = photos.find(({ id }) => id === chosen);
  const isRunning = state === 'running';
  return (
    <main
      id="content"
      className="duel on-night grid grid-rows-[auto_minmax(0,1fr)_auto] gap-4 px-3.5 pb-1"
    >
      {state !== 'over' && (
        <noscript>
          <meta httpEquiv="refresh" content={`${isRunning ? RELOAD_S : RELOAD_SOON_S}`} />
        </noscript>
      )}
      <div className="mx-auto flex w-full max-w-(--container-text) items-center gap-4 pt-5 laptop:max-w-[56rem]">
        {/* Tells a screen reader that the time is up, and how the duel ended. */}
        <div className="min-w-0 flex-1" role="status">
          <h1 className="text-[1.625rem]/[1.1] wrap-anywhere text-on-night">{duel.title}</h1>
          <p className="mt-1.5 text-sm text-on-night-soft">{duel.lead}</p>
        </div>
        {state !== 'over' &&
          (isHydrated ? (
            <DuelRing duel={duel} key={duel.endsAt} />
          ) : (
            <p className="flex-none text-sm font-semibold text-on-night">{duel.until}</p>
          ))}
      </div>
      <ul
        className={`mx-auto grid w-full max-w-(--container-text) content-center gap-3.5 laptop:max-w-[56rem] laptop:grid-cols-2 ${photos.length > 2 ? 'many' : ''}`}
      >
        {photos.map((photo) => (
          <li key={photo.id} className="min-w-0">
            <DuelPrint
              photo={photo}
              duelId={duel.duelId}
              Form={isRunning && may === 'choose' ? fetcher.Form : null}
              light={lightOf(photo.id, isRunning ? chosen : null, photos)}
            />
          </li>
        ))}
      </ul>
      <div className="low -mx-3.5 text-center text-on-night-soft" role="status">
        {isUnheard ? (
          <p className="font-semibold text-on-night">
            <Icon name="alert" /> {t('offline')}
          </p>
        ) : (
          isRunning && <Low duel={duel} chosen={choice?.userName ?? null} />
        )}
      </div>
      {state === 'over' && (
        <Link className="button mx-auto w-full max-w-(--container-text)" to={duel.next.to}>
          {duel.next.label}
        </Link>
      )}
    </main>
  );
}

/** How a print is lit: chosen or winning, beside such a print, or neither. */
function lightOf(id: number, chosen: number | null, photos: DuelView['photos']) {
  const lit = chosen ?? photos.find(({ hasWon }) => hasWon)?.id;
  if (lit === undefined) return null;
  return lit === id ? 'on' : 'off';
}

/** What the reader can do, as text. */
function Low({ duel: { may, photos }, chosen }: { duel: DuelView; chosen: string | null }) {
  const { t } = useTranslation('duel');
  if (may === 'watch') return <p>{t('watch')}</p>;
  if (may === 'join') {
    return (
      <p className="grid justify-items-center gap-2">
        {t('visitor')}
        <DialogLink className="button" to={paths.login({ next: paths.duel() })}>
          {t('join')}
        </DialogLink>
      </p>
    );
  }
  if (chosen === null) return <p className="font-semibold text-on-night">{t('choose')}</p>;
  const shortOf = namesApart(photos.map(({ userName }) => userName));
  return (
    <p>
      <strong className="text-on-night">{t('chosen', { name: shortOf(chosen) })}</strong>{' '}
      {t('change')}
    </p>
  );
}
