import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpened } from '~/browser/seen/use-seen';
import { useOpenDialog } from '~/components/dialogs/dialog-context';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import type { Slide, ViewerView } from '~/components/event/event-views';
import { HiddenNote, VIEWER_BAR_CLASS } from './hidden-note';
import { rememberNeighbours } from '~/components/event/feed/known-photos';
import { SavePhoto } from './save-photo';
import { SlidePrint, type Side } from './slide-print';
import { StarButton } from '~/components/event/stars/star-button';
import { useFinger } from './use-finger';
import { useStars } from '~/components/event/stars/use-stars';
import { Icon } from '~/components/ui/icon';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';
import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * One photo on the whole screen, never cropped. Swipes, the arrows and the keys step through the list from which it was
 * opened; its neighbors are preloaded.
 */
export function PhotoViewer({ view }: { view: ViewerView }) {
  const { t } = useTranslation(['event', 'common']);
  const { photo, links, neighbours, place } = view;
  const { starred, send, answers } = useStars(view.voting.starredIds);
  const viewer = useRef<HTMLDivElement>(null);
  const step = useStep(links);
  const hasScripts = useHydrated();
  useKeys(viewer, links, step);
  useFinger(viewer, { step, canStep: (side) => links[side] !== null });
  useFocusRestore(viewer, photo.id);
  useEffect(() => rememberNeighbours(view), [view]);
  useOpened(photo);

  const slides: [Slide, Side | 'shown'][] = [[photo, 'shown']];
  if (hasScripts && neighbours.previous) slides.unshift([neighbours.previous, 'previous']);
  if (hasScripts && neighbours.next) slides.push([neighbours.next, 'next']);
  const starOf = (slide: Slide) =>
    // The user's own print says so instead of the name.
    (!slide.isOwn || slide.note) && (
      <StarButton
        photo={slide}
        isOn={starred.has(slide.id)}
        onSend={send}
        voting={view.voting}
        next={links.self}
        label={t('star.label', { name: slide.userName })}
      />
    );
  return (
    <div className={hasScripts ? 'viewer swiped on-night' : 'viewer on-night'} ref={viewer}>
      {answers}
      <DialogHead
        closeTo={links.close}
        closeLabel={t('photo.close')}
        className="col-start-1 row-start-1 justify-end sideways:col-start-2 laptop:col-start-2 laptop:row-start-1 laptop:-mr-21"
        // The print says whose it is.
        titleClassName="sr-only"
      />
      {place && (
        <p className="col-start-1 row-start-1 self-center justify-self-start pl-2 text-on-night-soft tabular-nums sideways:col-start-2 sideways:pl-0 laptop:absolute laptop:top-5 laptop:left-5 laptop:w-13 laptop:pl-0 laptop:text-sm/tight laptop:[grid-area:auto]">
          <span aria-hidden="true">
            {t('photo.place_short', { number: place.number, total: place.count })}
          </span>
          <span className="sr-only">
            {t('photo.place', { number: place.number, total: place.count })}
          </span>
        </p>
      )}
      {/* The finger is followed by this code, not by the browser. */}
      <figure className="@container/text relative min-h-0 touch-none py-2 select-none sideways:col-start-1 sideways:row-[1/4] sideways:overflow-clip sideways:p-0 laptop:static laptop:col-start-1 laptop:row-[1/4] laptop:p-0">
        <div className="slides grid size-full place-items-center">
          {slides.map(([slide, side]) => (
            <SlidePrint key={slide.id} slide={slide} side={side} star={starOf(slide)} />
          ))}
        </div>
        <Step to={links.previous} side="previous" label={t('photo.previous')} />
        <Step to={links.next} side="next" label={t('photo.next')} />
      </figure>
      <div className="@container/text sideways:col-start-2 sideways:row-start-3 laptop:col-start-2 laptop:row-start-3">
        {view.hidden && <HiddenNote hidden={view.hidden} />}
        <div className={VIEWER_BAR_CLASS}>
          <DialogCloseLink
            className={`sideways:hidden laptop:hidden ${CLASSES.deed}`}
            to={links.close}
          >
            <Icon name="arrow-left" />
            {t('common:back')}
          </DialogCloseLink>
          {/* The actions on the photo stay together when the row wraps. */}
          <div className="ml-auto flex flex-wrap gap-2 sideways:w-full laptop:grid laptop:w-full">
            {view.canSave && <SavePhoto photo={photo} />}
            {links.report && (
              <DialogLink className={CLASSES.deed} to={links.report}>
                <Icon name={view.isReported ? 'check' : 'flag'} />
                {t(view.isReported ? 'photo.reported' : 'photo.report')}
              </DialogLink>
            )}
            {view.captionChange && (
              <DialogLink className={CLASSES.deed} to={links.caption}>
                <Icon name="pencil" />
                {t(view.captionChange === 'remove' ? 'caption.remove' : 'caption.edit')}
              </DialogLink>
            )}
            {view.canDelete && (
              <DialogLink className={CLASSES.deed} to={links.delete}>
                <Icon name="trash" />
                {t('photo.delete')}
              </DialogLink>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

const CLASSES = {
  deed: 'button quiet max-[24rem]:px-3 max-[24rem]:text-sm/[1.3]',
  // On a phone held sideways the words are in the middle.
  previous:
    'icon-button step absolute top-1/2 left-0 -translate-y-1/2 bg-shade sideways:top-1 sideways:translate-y-0 laptop:left-2',
  next: 'icon-button step absolute top-1/2 right-0 -translate-y-1/2 bg-shade sideways:top-1 sideways:translate-y-0 laptop:right-2',
};

function Step({ to, side, label }: { to: string | null; side: Side; label: string }) {
  if (!to) return null;
  return (
    <DialogLink className={CLASSES[side]} to={to} replace aria-label={label}>
      <Icon name={side === 'previous' ? 'chevron-left' : 'chevron-right'} />
    </DialogLink>
  );
}

/** Steps to a neighbor, replacing the photo that is shown. */
function useStep(links: ViewerView['links']): (side: Side) => void {
  const open = useOpenDialog();
  const navigate = useNavigate();
  return (side) => {
    const to = links[side];
    if (to && !open(to, { replace: true })) navigate(to, { replace: true });
  };
}

const ARROWS: Partial<Record<string, Side>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

/**
 * Left and right step, s gives or takes the star, Escape closes; in a `<dialog>` the browser handles Escape.
 */
function useKeys(
  viewer: RefObject<HTMLElement>,
  { close }: ViewerView['links'],
  step: (side: Side) => void,
): void {
  const navigate = useNavigate();
  const latest = useRef({ step, close });
  latest.current = { step, close };
  // Before the browser paints: a photo that is seen takes keys.
  useBrowserLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!viewer.current || !isKeyForViewer(viewer.current, event)) return;
      const isPage = viewer.current.closest('dialog') === null;
      if (event.key === 'Escape' && isPage) navigate(latest.current.close);
      const side = ARROWS[event.key];
      if (side) latest.current.step(side);
      if (event.key === 's')
        viewer.current.querySelector<HTMLElement>('[data-side=shown] .star')?.click();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [navigate, viewer]);
}

/**
 * Whether a key is meant for the viewer, and not for a dialog over it, a field or another focused element.
 */
function isKeyForViewer(viewer: HTMLElement, { target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || target.closest('input, textarea, select')) return false;
  const isCovered = [...document.querySelectorAll('dialog[open]')].some(
    (dialog) => !dialog.contains(viewer),
  );
  // If nothing has the focus, the key goes to the page, or to the viewer's dialog.
  return !isCovered && (viewer.contains(target) || target.contains(viewer));
}

/** At the end of the list the arrow disappears; the focus then stays in the viewer. */
function useFocusRestore(viewer: RefObject<HTMLElement>, photoId: number): void {
  useEffect(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    viewer.current?.querySelector<HTMLElement>('a.step, a')?.focus({ preventScroll: true });
  }, [viewer, photoId]);
}
