import { Outlet, useMatches, useNavigationType, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useScreen } from '~/browser/screen';
import { isUnanswered } from '~/browser/screen-data';
import { NoAnswer } from '~/components/ui/no-answer';

/**
 * The screen inside a frame, or a note that it could not be loaded. The frame stays, so the user can go
 * elsewhere.
 * @param props.isInMain whether the frame has a `<main>` around it; otherwise each screen has its own
 */
export function ScreenOutlet({ isInMain = false }: { isInMain?: boolean }) {
  const data = useMatches().at(-1)?.data;
  useFocusOnHeading();
  if (!isUnanswered(data)) return <Outlet />;
  if (isInMain) return <UnansweredScreen />;
  return (
    <main className="page" id="content">
      <UnansweredScreen />
    </main>
  );
}

/**
 * After a link to another screen, the focus is on its heading, which screen readers then read. After Back, the browser
 * decides about the focus. A screen that has taken the focus keeps it.
 */
function useFocusOnHeading(): void {
  const { pathname, search } = useScreen();
  const type = useNavigationType();
  const screen = pathname + (new URLSearchParams(search).get('tab') ?? '');
  const before = useRef(screen);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    if (type === 'POP' || document.activeElement?.closest('main, dialog')) return;
    const headings = document.querySelectorAll('h1');
    const heading = [...headings].find((one) => one.getClientRects().length > 0);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [screen, type]);
}

function UnansweredScreen() {
  const { revalidate } = useRevalidator();
  // A reload of the current screen waits for the server.
  useEffect(revalidate, [revalidate]);
  return <NoAnswer onRetry={revalidate} />;
}
