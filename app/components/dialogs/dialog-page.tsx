import { Link } from '@remix-run/react';
import { useContext, useId, useMemo, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { DialogCloseContext, DialogTitleContext, useDialogTitle } from './dialog-context';

/**
 * A dialog as a page at its own URL: the card on the night background. With `fullscreen` the content fills
 * the screen (the viewer).
 * @param title the title from its loader
 * @param closeTo where a click beside the card leads; leave it out for dialogs that delete
 */
export function DialogPage({
  title,
  closeTo,
  fullscreen = false,
  children,
}: {
  title: string;
  closeTo?: string;
  fullscreen?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const heading = useMemo(() => ({ id, title }), [id, title]);
  const content = (
    <DialogTitleContext.Provider value={heading}>{children}</DialogTitleContext.Provider>
  );
  if (fullscreen) {
    return (
      <main className="on-night" id="content" aria-labelledby={id}>
        {content}
      </main>
    );
  }
  return (
    <main className="scrim-page on-night" id="content">
      {/* For the mouse only: keyboards and screen readers have the close button. */}
      {closeTo && (
        <Link className="absolute inset-0" to={closeTo} tabIndex={-1} aria-hidden="true" />
      )}
      <section className="dialog" aria-labelledby={id}>
        {content}
      </section>
    </main>
  );
}

/**
 * The first row of a dialog's content: its title and the close button. The heading is an h1 on a page and an h2 in an
 * open dialog.
 * @param title for a later step, if it differs from the dialog's own
 * @param closeTo the URL of the close button on the page; without it there is no button
 */
export function DialogHead({
  title,
  closeTo,
  closeLabel,
  className = '',
  titleClassName,
}: {
  title?: string;
  closeTo?: string;
  closeLabel?: string;
  className?: string;
  titleClassName?: string;
}) {
  const { t } = useTranslation();
  const heading = useDialogTitle();
  const Title = useContext(DialogCloseContext) ? 'h2' : 'h1';
  return (
    <div className={`dialog-head ${className}`}>
      <Title className={titleClassName} id={heading.id}>
        {title ?? heading.title}
      </Title>
      {closeTo && (
        <DialogCloseLink className="icon-button" to={closeTo} label={closeLabel ?? t('close')}>
          <Icon name="close" />
        </DialogCloseLink>
      )}
    </div>
  );
}

/**
 * A link out of a dialog (close button, Cancel, Back). It closes an open dialog, and leads to `to` on a page.
 * With `takesFocus` it has the focus when the dialog opens, for the Cancel of a dialog that deletes.
 */
export function DialogCloseLink({
  to,
  label,
  className = 'button quiet',
  takesFocus = false,
  children,
}: {
  to: string;
  /** The accessible name of a link that shows only an icon. */
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
