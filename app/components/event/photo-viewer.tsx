import { useNavigate } from '@remix-run/react';
import { useEffect, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet } from '~/models/photo';
import { useOpenDialog } from '~/components/dialogs/dialog-context';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import type { ViewerView } from './event-views';
import { placeholderStyle } from './print';
import { StarButton } from './star-button';
import { useStars } from './use-stars';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';

const sizeOf = ({ width, height }: ViewerView['photo']) =>
  ({ '--r': (width / height).toFixed(4) }) as CSSProperties;

/** One photo on the whole screen, never cropped; arrows step through the list it came from. */
export function PhotoViewer({ view }: { view: ViewerView }) {
  const { t } = useTranslation(['event', 'common']);
  const { photo, links } = view;
  const { starred, send, answers } = useStars(view.voting.starredIds);
  useArrowKeys(links);
  return (
    <div className="viewer on-night">
      {answers}
      <DialogHead closeTo={links.close} closeLabel={t('photo.close')} />
      <figure>
        <div className="print keep" style={sizeOf(photo)}>
          <img
            src={photo.imageUrl}
            // Whoever opens a photo may pinch it.
            srcSet={photoSrcSet(photo, 1080)}
            sizes="(min-width: 60rem) 34rem, 96vw"
            width={photo.width}
            height={photo.height}
            alt={t('photo.alt', { name: photo.userName })}
            style={placeholderStyle(photo.placeholder)}
          />
        </div>
        <Step to={links.previous} side="previous" label={t('photo.previous')} />
        <Step to={links.next} side="next" label={t('photo.next')} />
      </figure>
      <div>
        <div className="viewer-bar">
          <Avatar name={photo.userName} selfieUrl={photo.userSelfie} />
          <p className="min-w-0 flex-1">
            <strong>
              <bdi>{photo.userName}</bdi>
            </strong>
            <br />
            <span className="meta text-sm">{photo.added}</span>
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
        <div className="viewer-bar">
          <DialogCloseLink to={links.close}>
            <Icon name="arrow-left" />
            {t('common:back')}
          </DialogCloseLink>
          <div className="deeds">
            {links.report && (
              <DialogLink className="button quiet" to={links.report}>
                <Icon name="flag" />
                {t('photo.report')}
              </DialogLink>
            )}
            {view.canDelete && (
              <DialogLink className="button quiet" to={links.delete}>
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

const CLASSES = { previous: 'icon-button step previous', next: 'icon-button step next' };

function Step({
  to,
  side,
  label,
}: {
  to: string | null;
  side: 'previous' | 'next';
  label: string;
}) {
  if (!to) return null;
  return (
    <DialogLink className={CLASSES[side]} to={to} replace aria-label={label}>
      <Icon name={side === 'previous' ? 'chevron-left' : 'chevron-right'} />
    </DialogLink>
  );
}

/** Left and right step, Escape closes; in a `<dialog>` the browser does the closing. */
function useArrowKeys({ previous, next, close }: ViewerView['links']): void {
  const open = useOpenDialog();
  const navigate = useNavigate();
  useEffect(() => {
    const targets: Record<string, string | null> = { ArrowLeft: previous, ArrowRight: next };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const isPage = document.querySelector('dialog[open]') === null;
      if (event.key === 'Escape' && isPage) navigate(close);
      const to = targets[event.key];
      if (to && !open(to)) navigate(to, { replace: true });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open, navigate, previous, next, close]);
}
