import { Link } from '@remix-run/react';
import { useContext, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { DialogCloseContext } from './dialog-context';

/**
 * A dialog as the page of its address: the card over the night. With `fullscreen` the content is
 * the whole screen itself (the viewer).
 * @param closeTo where a click beside the card leads; leave it out for what destroys
 */
export function DialogPage({
  titleId,
  closeTo,
  fullscreen = false,
  children,
}: {
  titleId: string;
  closeTo?: string;
  fullscreen?: boolean;
  children: ReactNode;
}) {
  if (fullscreen) {
    return (
      <main className="on-night" id="content" aria-labelledby={titleId}>
        {children}
      </main>
    );
  }
  return (
    <main className="scrim-page on-night" id="content">
      {/* For the mouse only: keyboards and readers have the cross. */}
      {closeTo && <Link className="beside" to={closeTo} tabIndex={-1} aria-hidden="true" />}
      <section className="dialog" aria-labelledby={titleId}>
        {children}
      </section>
    </main>
  );
}

/**
 * The first row of a dialog's content: its title and the cross. A heading of the first level on a
 * page, of the second in an open dialog.
 * @param closeTo where the cross leads on the page; without it there is no cross
 */
export function DialogHead({
  titleId,
  title,
  closeTo,
  closeLabel,
}: {
  titleId: string;
  title: ReactNode;
  closeTo?: string;
  closeLabel?: string;
}) {
  const { t } = useTranslation();
  const Title = useContext(DialogCloseContext) ? 'h2' : 'h1';
  return (
    <div className="dialog-head">
      <Title id={titleId}>{title}</Title>
      {closeTo && (
        <DialogCloseLink className="icon-button" to={closeTo} label={closeLabel ?? t('close')}>
          <Icon name="close" />
        </DialogCloseLink>
      )}
    </div>
  );
}

/**
 * A link out of a dialog (cross, Cancel, Back): closes an open dialog, leads to `to` on a page.
 * `takesFocus` gives it the focus when the dialog opens: Cancel of something destructive.
 */
export function DialogCloseLink({
  to,
  label,
  className = 'button quiet',
  takesFocus = false,
  children,
}: {
  to: string;
  /** The name of a link that shows only an icon. */
  label?: string;
  className?: string;
  takesFocus?: boolean;
  children: ReactNode;
}) {
  const close = useContext(DialogCloseContext);
  function closeHere(event: MouseEvent) {
    if (!close || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    close();
  }
  return (
    <Link
      className={className}
      to={to}
      aria-label={label}
      data-takes-focus={takesFocus || undefined}
      onClick={closeHere}
    >
      {children}
    </Link>
  );
}
