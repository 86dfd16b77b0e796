import { Link, useNavigate } from '@remix-run/react';
import { useEffect, useRef, type FormEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlainClick } from '~/components/dialogs/dialog-link';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { useStars } from '~/components/event/stars/use-stars';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { noteSeen } from '~/browser/seen/seen-store';
import { paths } from '~/paths';
import { leftIn } from './deck';
import { Heap } from './heap';
import { PileEnd } from './pile-end';
import { PileStar } from './pile-star';
import type { PileSlide, PileView } from './pile-views';
import { useDeck } from './use-deck';
import { useIsQueued } from './use-is-queued';
import { usePileKeys } from './use-pile-keys';

/** How long a photo has to be on top to count as seen (rule `seen.what`). */
const LOOK_MS = 1000;

/** The photos that a reader has not seen, one print at a time: to be given a star, or laid aside (rule `pile.what`). */
export function PileScreen({ pile }: { pile: PileView }) {
  const { t } = useTranslation(['event', 'common', 'pile']);
  const altOf = usePhotoAlt();
  const { deck, isStuck, next, back } = useDeck(pile);
  const { starred, send, answers } = useStars(pile.voting.starredIds);
  const screen = useRef<HTMLElement>(null);
  const isQueued = useIsQueued();
  const [top] = deck.rest;
  const left = leftIn(deck);
  const goOn = () => {
    if (!top) return;
    noteSeen(top.id);
    next();
  };
  usePileKeys(screen, { next: goOn, back, close: useClose() });
  useLook(top);
  useEndFocus(screen, top === undefined && left === 0);

  return (
    <main
      className="mx-auto grid min-h-[calc(100dvh-var(--spacing-header)-var(--line,0px))] max-w-(--container-text) grid-rows-[auto_minmax(0,1fr)_auto] px-gutter pb-[calc(1.25rem+env(safe-area-inset-bottom))] in-[:has(>[data-voting-line])]:[--line:2.75rem] laptop:min-h-[calc(100dvh-var(--line,0px))] laptop:max-w-[44rem] laptop:pt-6"
      id="content"
      ref={screen}
    >
      {answers}
      <div className="flex min-h-14 items-center gap-1 pt-1">
        <div className="min-w-0 flex-1">
          <h1 className="text-[1.375rem]/[1.2]">
            {left > 0
              ? t('pile.left', { count: left })
              : t(pile.photoCount > 0 ? 'pile:seen' : 'title.feed')}
          </h1>
          {left > 0 && pile.newCount > 0 && deck.passed.length === 0 && (
            <p className="text-xs text-ink-soft">{t('pile:new', { count: pile.newCount })}</p>
          )}
        </div>
        {deck.passed.length > 0 && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('photo.previous')}
            onClick={back}
          >
            <Icon name="arrow-left" />
          </button>
        )}
        <Link className="icon-button" to={paths.feed()} aria-label={t('pile:close')}>
          <Icon name="close" />
        </Link>
      </div>
      <p className="sr-only" role="status">
        {top && deck.passed.length > 0 ? altOf(top) : ''}
      </p>
      <div className="grid place-items-center overflow-x-clip py-3">
        {left === 0 ? (
          <PileEnd pile={pile} seen={deck.passed.length} starsGiven={starred.size} />
        ) : (
          <Heap deck={deck} next={goOn} back={back} />
        )}
      </div>
      <div className="grid gap-3">
        {isStuck && !top && <Note tone="warn">{t('pile:rest')}</Note>}
        {isQueued && !(isStuck && !top) && <Note tone="warn">{t('pile:waits')}</Note>}
        {top && (
          <div className="grid auto-cols-fr grid-flow-col gap-3 [&>*]:min-w-0 large-text:grid-flow-row">
            {top.note ? (
              <p className="self-center text-center text-ink-soft">{top.note}</p>
            ) : (
              pile.voting.isEnabled && (
                <PileStar photo={top} isOn={starred.has(top.id)} onSend={send} />
              )
            )}
            <Next photo={top} isOver={pile.isOver} onNext={goOn} />
          </div>
        )}
        {left === 0 && (
          <Link className="button min-h-14" to={paths.feed()}>
            {t('pile:close')}
          </Link>
        )}
      </div>
    </main>
  );
}

/** Lays the photo aside: a form that notes it as seen, or a link once the event has ended. */
function Next({ photo, isOver, onNext }: { photo: PileSlide; isOver: boolean; onNext(): void }) {
  const { t } = useTranslation(['event', 'pile']);
  const words = (
    <>
      {t('pile:next')}
      <Icon name="arrow-right" />
    </>
  );
  const here = (event: FormEvent | MouseEvent) => {
    event.preventDefault();
    onNext();
  };
  if (isOver) {
    return (
      <Link
        className="button min-h-14"
        data-next
        to={paths.pile({ after: photo.place })}
        onClick={(event) => isPlainClick(event) && here(event)}
      >
        {words}
      </Link>
    );
  }
  return (
    <form method="post" action={paths.pile()} onSubmit={here}>
      <input type="hidden" name="seen" value={photo.id} />
      <button className="button min-h-14 w-full" data-next>
        {words}
      </button>
    </form>
  );
}

function useClose(): () => void {
  const navigate = useNavigate();
  return () => navigate(paths.feed());
}

/** Notes a photo as seen once it has been on top for a second. */
function useLook(photo: PileSlide | undefined): void {
  const id = photo?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setInterval(() => {
      if (document.hidden) return;
      noteSeen(id);
      clearInterval(timer);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [id]);
}

/** At the end the buttons disappear: the focus moves to the text that says so. */
function useEndFocus(screen: React.RefObject<HTMLElement>, isEnd: boolean): void {
  const wasEnd = useRef(isEnd);
  useEffect(() => {
    const hasFocus = document.activeElement !== document.body;
    if (isEnd && !wasEnd.current && !hasFocus) {
      screen.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    }
    wasEnd.current = isEnd;
  }, [isEnd, screen]);
}
