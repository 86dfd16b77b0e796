import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, type CSSProperties, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet } from '~/models/photo/rules';
import { useOpenDialog } from '~/components/dialogs/dialog-context';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import type { Slide, ViewerView } from '~/components/event/event-views';
import { HiddenNote, VIEWER_BAR_CLASS } from './hidden-note';
import { rememberNeighbours } from '~/components/event/feed/known-photos';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { Caption, placeholderStyle } from '~/components/event/print/print';
import { SavePhoto } from './save-photo';
import { StarButton } from '~/components/event/stars/star-button';
import { useFinger } from './use-finger';
import { useStars } from '~/components/event/stars/use-stars';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';

type Side = 'previous' | 'next';

/**
 * One photo on the whole screen, never cropped. Swipes, the arrows and the keys step through the list it came
 * from; its neighbours are preloaded.
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

  const slides: [Slide, Side | 'shown'][] = [[photo, 'shown']];
  if (hasScripts && neighbours.previous) slides.unshift([neighbours.previous, 'previous']);
  if (hasScripts && neighbours.next) slides.push([neighbours.next, 'next']);
  return (
    <div className={hasScripts ? 'viewer swiped on-night' : 'viewer on-night'} ref={viewer}>
      {answers}
      <DialogHead
        closeTo={links.close}
        closeLabel={t('photo.close')}
        className="sideways:col-start-2 sideways:row-start-1 laptop:col-start-2 laptop:row-start-1 laptop:-mr-21"
        // The name stands below as well, as large as one reads it.
        titleClassName="min-w-0 truncate pl-2 text-[length:min(var(--text-h2),6.4vw)] sideways:invisible laptop:invisible"
      />
      {/* The finger is followed here, not by the browser. */}
      <figure className="relative min-h-0 touch-none py-2 select-none sideways:col-start-1 sideways:row-[1/4] sideways:overflow-clip sideways:p-0 laptop:static laptop:col-start-1 laptop:row-[1/4] laptop:p-0">
        <div className="slides grid size-full place-items-center">
          {slides.map(([slide, side]) => (
            <SlidePrint key={slide.id} slide={slide} side={side} />
          ))}
        </div>
        <Step to={links.previous} side="previous" label={t('photo.previous')} />
        <Step to={links.next} side="next" label={t('photo.next')} />
      </figure>
      <div className="@container/text sideways:col-start-2 sideways:row-start-3 laptop:col-start-2 laptop:row-start-3">
        {view.hidden && <HiddenNote hidden={view.hidden} />}
        <div className={VIEWER_BAR_CLASS}>
          <Avatar name={photo.userName} selfieUrl={photo.userSelfie} />
          <p className="min-w-0 flex-1">
            <strong className="block truncate sideways:wrap-anywhere sideways:whitespace-normal laptop:wrap-anywhere laptop:whitespace-normal">
              <bdi>{photo.userName}</bdi>
            </strong>
            <span className="flex min-h-[1.5em] flex-wrap justify-between gap-x-3 text-sm text-on-night-soft">
              {photo.added ?? ''}
              {place && (
                <span className="tabular-nums laptop:absolute laptop:top-5 laptop:left-5 laptop:font-semibold laptop:text-on-night">
                  <span aria-hidden="true">
                    {place.number} / {place.count}
                  </span>
                  <span className="sr-only">
                    {t('photo.place', { number: place.number, total: place.count })}
                  </span>
                </span>
              )}
            </span>
          </p>
          <StarButton
            photo={photo}
            isOn={starred.has(photo.id)}
            onSend={send}
            voting={view.voting}
            next={links.self}
            label={t('star.label', { name: photo.userName })}
            onPhoto
          />
        </div>
        <div className={VIEWER_BAR_CLASS}>
          <DialogCloseLink
            className={`sideways:hidden laptop:hidden ${CLASSES.deed}`}
            to={links.close}
          >
            <Icon name="arrow-left" />
            {t('common:back')}
          </DialogCloseLink>
          {/* What may be done about the photo stays together where the row breaks. */}
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

/** As tall as the screen on a laptop; on a phone the user may zoom in. */
const sizesOf = (ratio: number) => `(min-width: 60rem) calc(100vh * ${ratio.toFixed(4)}), 96vw`;

/** A photo as a print. The neighbours beside it are hidden from screen readers. */
function SlidePrint({ slide, side }: { slide: Slide; side: Side | 'shown' }) {
  const altOf = usePhotoAlt();
  const ratio = slide.width / slide.height;
  const isShown = side === 'shown';
  return (
    <div
      className="print keep"
      data-side={side}
      style={{ '--r': ratio.toFixed(4) } as CSSProperties}
      aria-hidden={!isShown || undefined}
    >
      <img
        src={slide.imageUrl}
        srcSet={photoSrcSet(slide, 1080)}
        sizes={sizesOf(ratio)}
        width={slide.width}
        height={slide.height}
        alt={isShown ? altOf(slide) : ''}
        draggable={false}
        // React 18 only passes on the lower-case form of this attribute.
        {...(isShown ? {} : { fetchpriority: 'low' })}
        style={placeholderStyle(slide.placeholder)}
      />
      <Caption text={slide.caption} />
    </div>
  );
}

const CLASSES = {
  deed: 'button quiet max-[24rem]:px-3 max-[24rem]:text-sm/[1.3]',
  previous: 'icon-button step absolute top-1/2 left-0 -translate-y-1/2 bg-shade laptop:left-2',
  next: 'icon-button step absolute top-1/2 right-0 -translate-y-1/2 bg-shade laptop:right-2',
};

function Step({ to, side, label }: { to: string | null; side: Side; label: string }) {
  if (!to) return null;
  return (
    <DialogLink className={CLASSES[side]} to={to} replace aria-label={label}>
      <Icon name={side === 'previous' ? 'chevron-left' : 'chevron-right'} />
    </DialogLink>
  );
}

/** Steps to a neighbour, replacing the photo that is shown. */
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
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!viewer.current || !isKeyForViewer(viewer.current, event)) return;
      const isPage = viewer.current.closest('dialog') === null;
      if (event.key === 'Escape' && isPage) navigate(latest.current.close);
      const side = ARROWS[event.key];
      if (side) latest.current.step(side);
      if (event.key === 's') viewer.current?.querySelector<HTMLElement>('.star')?.click();
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
