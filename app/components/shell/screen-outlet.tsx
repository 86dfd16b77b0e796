import { Outlet, useMatches, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { isUnanswered } from '~/browser/screen-data';
import { NoAnswer } from './no-answer';

/**
 * The screen inside a frame, or word that it could not be loaded: the frame stays, and leads elsewhere.
 * @param props.isInMain whether the frame has a `<main>` around it; each screen has its own otherwise
 */
export function ScreenOutlet({ isInMain = false }: { isInMain?: boolean }) {
  const data = useMatches().at(-1)?.data;
  if (!isUnanswered(data)) return <Outlet />;
  if (isInMain) return <UnansweredScreen />;
  return (
    <main className="page" id="content">
      <UnansweredScreen />
    </main>
  );
}

function UnansweredScreen() {
  const { revalidate } = useRevalidator();
  // A reload of the screen that is drawn waits for the server.
  useEffect(revalidate, [revalidate]);
  return <NoAnswer onRetry={revalidate} />;
}
