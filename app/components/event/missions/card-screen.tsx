import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';
import { Logo } from '~/components/ui/logo';
import { SubmitButton } from '~/components/ui/submit';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';

export interface CardView {
  /** The mission on the open card; null without one. */
  open: string | null;
  /** Whether it lies face up when the page is shown. */
  isTurned: boolean;
  canSwap: boolean;
  /** How many cards come after it. */
  left: number;
  /** The missions that are done, and when. */
  done: { text: string; time: string }[];
}

/** The member's cards: the open one, face down until it is turned over, and those that are done. */
export function CardScreen({ view: { open, isTurned, canSwap, left, done } }: { view: CardView }) {
  const { t } = useTranslation('missions');
  return (
    <main className="page" id="content">
      <ScreenHead title={t('title')} />
      {open !== null && <OpenCard key={open} text={open} {...{ isTurned, canSwap, left }} />}
      {open === null && done.length === 0 && (
        <EmptyState icon="camera" title={t('none')} text={t('none_text')} />
      )}
      {done.length > 0 && (
        <section className="mx-auto mt-6 max-w-(--container-text)">
          <h2 className="mb-2">{t('mine')}</h2>
          <ul className="card">
            {done.map(({ text, time }) => (
              <li
                key={`${text} ${time}`}
                className="flex min-h-14 items-center gap-3 border-line not-first:border-t"
              >
                <Icon name="check" />
                <p className="min-w-0 flex-1 wrap-anywhere">
                  <strong>
                    <bdi>{text}</bdi>
                  </strong>
                  <span className="block text-sm text-ink-soft">{time}</span>
                </p>
              </li>
            ))}
          </ul>
          {open === null && <p className="mt-3 text-center">{t('all_done')}</p>}
        </section>
      )}
    </main>
  );
}

function OpenCard({
  text,
  isTurned,
  canSwap,
  left,
}: {
  text: string;
  isTurned: boolean;
  canSwap: boolean;
  left: number;
}) {
  const { t } = useTranslation('missions');
  const isPending = useNavigation().formAction === missionPaths.cards();
  return (
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
        <DialogLink className="button big" to={paths.photosNew()}>
          <Icon name="camera" />
          {t('take')}
        </DialogLink>
        {canSwap && (
          <Form className="grid" method="post" action={missionPaths.cards()}>
            <SubmitButton className="quiet" icon="refresh" pending={isPending} label={t('swap')} />
          </Form>
        )}
        {left > 0 && (
          <p className="text-center text-sm text-ink-soft">{t('left', { count: left })}</p>
        )}
      </div>
    </details>
  );
}
