import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';
import { Logo } from '~/components/ui/logo';
import { SubmitButton } from '~/components/ui/submit';
import type { HandView } from '../mission-views';
import { HandOfCards } from './hand';
import { MissionLinks, type MissionLink } from './mission-links';
import type { MissionTake } from './mission-offer';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';

export interface CardView {
  /** The mission on the open card, and the button to take a photo for it; null without one. */
  open: (MissionTake & { text: string }) | null;
  /** Whether it is face up when the page is shown. */
  isTurned: boolean;
  canSwap: boolean;
  /** All cards; null without one. */
  hand: HandView | null;
  areAllDone: boolean;
  /** The missions with photos. */
  played: MissionLink[];
}

/**
 * The member's cards: the open one, face down until it is turned over, and those that are done. Below them are the
 * links to the photos by mission, which is all that a visitor sees.
 */
export function CardScreen({ view }: { view: CardView }) {
  const { open, isTurned, canSwap, hand, areAllDone, played } = view;
  const { t } = useTranslation('missions');
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')} />
      {open && <OpenCard key={open.text} {...open} {...{ isTurned, canSwap }} />}
      {!open && !hand && played.length === 0 && (
        <EmptyState icon="camera" title={t('none')} text={t('none_text')} />
      )}
      {hand && <HandOfCards hand={hand} />}
      {areAllDone && <p className="mt-3 text-center">{t('all_done')}</p>}
      {played.length > 0 && (
        <nav className="mx-auto mt-8 w-full max-w-(--container-text)" aria-labelledby="played">
          <h2 id="played">{t('filter')}</h2>
          <MissionLinks missions={played} />
        </nav>
      )}
    </main>
  );
}

function OpenCard({
  text,
  to,
  isTurned,
  canSwap,
}: {
  text: string;
  to: string;
  isTurned: boolean;
  canSwap: boolean;
}) {
  const { t } = useTranslation('missions');
  const isPending = useNavigation().formAction === missionPaths.cards();
  return (
    <>
      <details className="turning" open={isTurned}>
        <summary>
          <span className="mission-card back on-night">
            <span className="lights" aria-hidden="true" />
            <Logo />
            <span className="title">{t('back')}</span>
          </span>
          <span className="when-down text-center text-ink-soft">{t('alone')}</span>
          <span className="button big when-down w-full max-w-(--container-text)">{t('turn')}</span>
          <span className="link when-up text-sm">{t('hide')}</span>
        </summary>
        <article className="mission-card face">
          <h2>
            <bdi>{text}</bdi>
          </h2>
          <p className="text-xs text-ink-soft">{t('only_you')}</p>
        </article>
        <div className="mx-auto mt-5 grid max-w-(--container-text) gap-2">
          <DialogLink className="button big" to={to}>
            <Icon name="camera" />
            {t('take')}
          </DialogLink>
          {canSwap && (
            <Form className="grid" method="post" action={missionPaths.cards()}>
              <SubmitButton
                className="quiet"
                icon="refresh"
                pending={isPending}
                label={t('swap')}
              />
            </Form>
          )}
        </div>
      </details>
      <Link
        className="button quiet mx-auto mt-2 flex w-full max-w-(--container-text)"
        to={paths.feed()}
      >
        {t('later')}
      </Link>
    </>
  );
}
