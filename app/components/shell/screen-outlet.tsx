import { Outlet, useMatches, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { isUnanswered } from '~/browser/screen-data';
import { NoAnswer } from '~/components/ui/no-answer';

/**
 * The screen inside a frame, or a note that it could not be loaded. The frame stays, so the user can go
 * elsewhere.
 * @param props.isInMain whether the frame has a `<main>` around it; otherwise each screen has its own
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
  // A reload of the current screen waits for the server.
  useEffect(revalidate, [revalidate]);
  return <NoAnswer onRetry={revalidate} />;
}
