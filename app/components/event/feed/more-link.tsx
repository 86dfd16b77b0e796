import { Link, useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef, type MouseEvent } from 'react';
import { isPlainClick } from '~/components/dialogs/dialog-link';
import type { Page } from './use-pages';

/** How far below the screen the next page is loaded: the distance of a quick swipe. */
const NEAR = '1500px';

/**
 * Leads to the next part of a long list: a separate page without scripts; with them, the list grows when the link comes
 * near.
 * @param read gets the next page from its loader's answer
 * @param place the selector of an item; when the link is pressed by hand, the first new item gets the focus
 */
export function MoreLink<T extends { id: number }>({
  to,
  label,
  waiting,
  read,
  onPage,
  place,
}: {
  to: string;
  label: string;
  waiting: string;
  read(answer: unknown): Page<T>;
  onPage(page: Page<T>): void;
  place(item: T): string;
}) {
  const { load, data, state } = useFetcher({ key: `more ${to}` });
  const link = useRef<HTMLAnchorElement>(null);
  const isPressed = useRef(false);
  const focusOn = useRef<string>();
  const handed = useRef<unknown>();
  const isBusy = state !== 'idle';
  const ask = useCallback(() => load(to), [load, to]);

  useEffect(() => {
    if (!link.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        ask();
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
  }, [ask]);

  useEffect(() => {
    if (data === undefined || state !== 'idle' || handed.current === data) return;
    handed.current = data;
    const page = read(data);
    const [first] = page.items;
    focusOn.current = isPressed.current && first ? place(first) : undefined;
    isPressed.current = false;
    onPage(page);
  }, [data, state, read, onPage, place]);

  // Once the link points further or disappears, the new items are rendered.
  useEffect(
    () => () => {
      if (!focusOn.current) return;
      document.querySelector<HTMLElement>(focusOn.current)?.focus({ preventScroll: true });
      focusOn.current = undefined;
    },
    [to],
  );

  function press(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    isPressed.current = true;
    if (!isBusy) ask();
  }

  return (
    <p className="mt-6 text-center">
      <Link ref={link} className="button quiet" to={to} onClick={press} aria-busy={isBusy}>
        <span className="swap">
          <span aria-hidden={isBusy || undefined}>{label}</span>
          <span aria-hidden={!isBusy || undefined}>
            <span className="spinner" />
            {waiting}
          </span>
        </span>
      </Link>
    </p>
  );
}
